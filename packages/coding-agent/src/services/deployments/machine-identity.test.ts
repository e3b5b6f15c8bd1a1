// A machine of a cloud needs no key: the binary asks the metadata service beside it who it is, where nothing else says so.
import { expect, test } from "bun:test";
import { reply, text } from "@oh-my-pi/pi-testkit/llm";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { createOmp } from "../../testing/omp-process.ts";

interface Asked {
  readonly line: string;
  readonly headers: Headers;
}

/** A metadata service on loopback that answers these paths. */
function startMetadata(answers: Readonly<Record<string, () => Response>>) {
  const asked: Asked[] = [];
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch: ({ method, url, headers }) => {
      const line = `${method} ${new URL(url).pathname}`;
      asked.push({ line, headers });
      return answers[line]?.() ?? new Response("", { status: 404 });
    },
  });
  const host = `127.0.0.1:${server.port}`;
  return { asked, host, [Symbol.asyncDispose]: () => server.stop(true) };
}

const ROLES = "/latest/meta-data/iam/security-credentials/";
const BEDROCK = [
  "--model",
  "amazon-bedrock/us.anthropic.claude-sonnet-4-5-20250929-v1:0",
  "-p",
  "hi",
];

test("Bedrock is asked with the role of an EC2 instance", async () => {
  await using metadata = startMetadata({
    "PUT /latest/api/token": () => new Response("t-1"),
    [`GET ${ROLES}`]: () => new Response("app"),
    [`GET ${ROLES}app`]: () =>
      Response.json({ AccessKeyId: "ASIA", SecretAccessKey: "s", Token: "session" }),
  });
  await using omp = createOmp();
  omp.models.script(reply(text("from the role")));
  const env = {
    AWS_EC2_METADATA_SERVICE_ENDPOINT: `http://${metadata.host}`,
    AWS_ENDPOINT_URL_BEDROCK_RUNTIME: omp.models.url,
  };
  expect(await omp.run(BEDROCK, { env })).toMatchObject({
    exitCode: 0,
    stdout: "from the role\n",
  });
  const headers = omp.models.requests[0]?.headers;
  expect(headers?.get("authorization")).toContain("Credential=ASIA/");
  expect(headers?.get("x-amz-security-token")).toBe("session");
  expect(metadata.asked.map(({ line }) => line)).toEqual([
    "PUT /latest/api/token",
    `GET ${ROLES}`,
    `GET ${ROLES}app`,
  ]);
});

test("without any credentials Bedrock says where it looked", async () => {
  await using omp = createOmp();
  const { exitCode, stderr } = await omp.run(BEDROCK, {
    env: { AWS_EC2_METADATA_DISABLED: "true" },
  });
  expect(exitCode).not.toBe(0);
  expect(stderr).toContain("No AWS credentials. Looked in: AWS_ACCESS_KEY_ID");
});

const TOKEN = "GET /computeMetadata/v1/instance/service-accounts/default/token";

async function askVertex(metadata: ReturnType<typeof startMetadata>) {
  await using omp = createOmp();
  const file = join(omp.workspace.home, ".omp/agent/models.yml");
  writeFileSync(
    file,
    JSON.stringify({ providers: { "google-vertex": { baseUrl: omp.models.url } } }),
  );
  omp.models.script(reply(text("from the machine")));
  const result = await omp.run(["--model", "google-vertex/gemini-2.5-flash", "-p", "hi"], {
    env: {
      GCE_METADATA_HOST: metadata.host,
      GOOGLE_CLOUD_PROJECT: "p-1",
      GOOGLE_CLOUD_LOCATION: "global",
    },
  });
  return { result, request: omp.models.requests[0], models: omp.models };
}

test("Vertex is asked with the token of the machine's service account", async () => {
  await using metadata = startMetadata({
    [TOKEN]: () => Response.json({ access_token: "ya29.machine", expires_in: 3599 }),
  });
  const { result, request } = await askVertex(metadata);
  expect(result).toMatchObject({ exitCode: 0, stdout: "from the machine\n" });
  expect(request?.headers.get("authorization")).toBe("Bearer ya29.machine");
  expect(metadata.asked.map(({ line }) => line)).toEqual([TOKEN]);
  expect(metadata.asked[0]?.headers.get("metadata-flavor")).toBe("Google");
});

test("a machine without a service account is told how to log in", async () => {
  await using metadata = startMetadata({});
  await using omp = createOmp();
  const { exitCode, stderr } = await omp.run(
    ["--model", "google-vertex/gemini-2.5-flash", "-p", "hi"],
    {
      env: {
        GCE_METADATA_HOST: metadata.host,
        GOOGLE_CLOUD_PROJECT: "p-1",
        GOOGLE_CLOUD_LOCATION: "global",
      },
    },
  );
  expect(exitCode).not.toBe(0);
  expect(stderr).toContain("gcloud auth application-default login");
  expect(metadata.asked.length).toBeGreaterThan(0);
});
