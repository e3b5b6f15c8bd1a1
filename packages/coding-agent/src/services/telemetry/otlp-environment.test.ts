// Contract: OTEL_* variables mean what the OpenTelemetry specification says; what cannot be followed is said once, without
// the value, and asks for nothing by accident.
import { describe, expect, test } from "bun:test";
import { readOtlpEnvironment } from "./otlp-environment.ts";

const HERE = "http://127.0.0.1:4318";
const asked = { OTEL_EXPORTER_OTLP_ENDPOINT: HERE };

describe("where spans go", () => {
  const cases: [env: Record<string, string>, url: string | undefined][] = [
    [{}, undefined],
    [{ OTEL_SERVICE_NAME: "x", OTEL_EXPORTER_OTLP_HEADERS: "a=b" }, undefined],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: "" }, undefined],
    [asked, `${HERE}/v1/traces`],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: `${HERE}/` }, `${HERE}/v1/traces`],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: `${HERE}/base` }, `${HERE}/base/v1/traces`],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: `${HERE}/base/?a=1` }, `${HERE}/base/v1/traces?a=1`],
    [{ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${HERE}/my/place` }, `${HERE}/my/place`],
    [{ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: HERE }, `${HERE}/`],
    [
      { ...asked, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: "https://other.example/t" },
      "https://other.example/t",
    ],
    [{ OTEL_TRACES_EXPORTER: "otlp" }, "http://localhost:4318/v1/traces"],
    [{ ...asked, OTEL_TRACES_EXPORTER: "none" }, undefined],
    [{ ...asked, OTEL_TRACES_EXPORTER: "otlp, console" }, `${HERE}/v1/traces`],
    [{ ...asked, OTEL_SDK_DISABLED: "TRUE" }, undefined],
    [{ ...asked, OTEL_SDK_DISABLED: "1" }, `${HERE}/v1/traces`],
  ];
  for (const [env, url] of cases) {
    test(JSON.stringify(env), () => {
      const { target, notes } = readOtlpEnvironment(env);
      expect(target?.url).toBe(url);
      expect(notes).toEqual([]);
    });
  }
});

describe("what they carry", () => {
  test("by default", () => {
    expect(readOtlpEnvironment(asked).target).toEqual({
      url: `${HERE}/v1/traces`,
      protocol: "http/protobuf",
      headers: {},
      timeoutMs: 10_000,
      closeMs: 1000,
      serviceName: "omp",
      attributes: {},
      capture: "none",
    });
  });

  test("as asked, what is said of traces first", () => {
    const { target, notes } = readOtlpEnvironment({
      ...asked,
      OTEL_EXPORTER_OTLP_PROTOCOL: "grpc",
      OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: "http/json",
      OTEL_EXPORTER_OTLP_HEADERS: "api-key=a%2Cb, x-tenant = one ,",
      OTEL_EXPORTER_OTLP_TRACES_HEADERS: "x-tenant=two,authorization=Basic%20dTpw==",
      OTEL_EXPORTER_OTLP_TIMEOUT: "500",
      OTEL_EXPORTER_OTLP_TRACES_TIMEOUT: "250",
      PI_OTEL_CLOSE_MS: "3000",
      OTEL_RESOURCE_ATTRIBUTES: "service.name=other,deployment.environment=a%20b",
      OTEL_SERVICE_NAME: "mine",
      OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT: "true",
    });
    expect(notes).toEqual([]);
    expect(target).toMatchObject({
      protocol: "http/json",
      headers: { "api-key": "a,b", "x-tenant": "two", authorization: "Basic dTpw==" },
      timeoutMs: 250,
      closeMs: 3000,
      serviceName: "mine",
      attributes: { "deployment.environment": "a b" },
      capture: "full",
    });
  });

  test("the service can be named by an attribute", () => {
    const env = { ...asked, OTEL_RESOURCE_ATTRIBUTES: "service.name=other" };
    expect(readOtlpEnvironment(env).target).toMatchObject({ serviceName: "other", attributes: {} });
  });
});

describe("what cannot be followed is said once and not repeated", () => {
  const cases: [name: string, value: string, isSent: boolean, note: RegExp][] = [
    ["OTEL_EXPORTER_OTLP_PROTOCOL", "grpc", false, /only http\/protobuf and http\/json do/],
    ["OTEL_EXPORTER_OTLP_TRACES_PROTOCOL", "odd-value", true, /http\/protobuf is used/],
    ["OTEL_EXPORTER_OTLP_ENDPOINT", "odd-value:4318", false, /begins with http/],
    ["OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", "file:///odd-value", false, /begins with http/],
    ["OTEL_EXPORTER_OTLP_HEADERS", "odd-value", true, /left out/],
    ["OTEL_EXPORTER_OTLP_TRACES_HEADERS", "a=1,=odd-value", true, /left out/],
    ["OTEL_RESOURCE_ATTRIBUTES", "a=odd-value%zz", true, /left out/],
    ["OTEL_EXPORTER_OTLP_TIMEOUT", "odd-value", true, /10000 is used/],
    ["PI_OTEL_CLOSE_MS", "odd-value", true, /1000 is used/],
    ["OTEL_TRACES_EXPORTER", "odd-value", false, /knows otlp and none/],
  ];
  for (const [name, value, isSent, note] of cases) {
    test(`${name}=${value}`, () => {
      const { target, notes } = readOtlpEnvironment({ ...asked, [name]: value });
      expect(target !== undefined).toBe(isSent);
      expect(notes).toHaveLength(1);
      expect(notes[0]).toMatch(note);
      expect(notes[0]).toStartWith(name);
      expect(notes[0]).not.toContain("odd-value");
    });
  }
});
