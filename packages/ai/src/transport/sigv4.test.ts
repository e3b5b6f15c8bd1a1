// The vectors that AWS publishes for Signature Version 4, and what a deployment signs.
import { expect, test } from "bun:test";
import { type AwsCredentials, type SignableRequest, signV4 } from "./sigv4.ts";
import { createSigner } from "./sigv4-signer.ts";

const credentials: AwsCredentials = {
  accessKeyId: "AKIDEXAMPLE",
  secretAccessKey: "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY",
};
const nowMs = Date.UTC(2015, 7, 30, 12, 36, 0);
const plain: SignableRequest = {
  method: "GET",
  host: "example.amazonaws.com",
  path: "/",
  query: [],
  headers: {},
  body: "",
};
const FORM = "application/x-www-form-urlencoded";
const UNRESERVED = "-._~0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

const VECTORS: [string, Partial<SignableRequest>, string][] = [
  ["get-vanilla", {}, "5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31"],
  [
    "post-vanilla",
    { method: "POST" },
    "5da7c1a2acd57cee7505fc6676e4e544621c30862966e37dddb68e92efbe5d6b",
  ],
  [
    "post-x-www-form-urlencoded",
    { method: "POST", headers: { "Content-Type": FORM }, body: "Param1=value1" },
    "ff11897932ad3f4e8b18135d722051e5ac45fc38421b1da7b9d196a0fe09473a",
  ],
  [
    "get-vanilla-query-order-key-case",
    {
      query: [
        ["Param2", "value2"],
        ["Param1", "value1"],
      ],
    },
    "b97d918cfa904a5beff61c982a1b6f458b799221646efd99d3219ec94cdf2500",
  ],
  [
    "get-vanilla-empty-query-key",
    { query: [["Param1", "value1"]] },
    "a67d582fa61cc504c4bae71f336f98b97f1ea3c7a6bfe1b6e45aec72011b9aeb",
  ],
  [
    "get-unreserved",
    { path: `/${UNRESERVED}` },
    "07ef7494c76fa4850883e2b006601f940f8a34d404d0cfa977f52a65bbf5f24f",
  ],
  [
    "get-utf8",
    { path: "/\u1234" },
    "8318018e0b0f223aa2bbf98705b62bb787dc9c0e678f255a891fd03141be5d85",
  ],
  [
    "get-space",
    { path: "/example space/" },
    "652487583200325589f1fba4c7e578f72c47cb61beeca81406b39ddec1366741",
  ],
];

test.each(VECTORS)("%s", (_name, change, signature) => {
  const scope = { region: "us-east-1", service: "service", nowMs };
  const headers = signV4({ ...plain, ...change }, credentials, scope);
  expect(headers["x-amz-date"]).toBe("20150830T123600Z");
  const names = change.headers === undefined ? "host;x-amz-date" : "content-type;host;x-amz-date";
  expect(headers["authorization"]).toBe(
    "AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20150830/us-east-1/service/aws4_request, " +
      `SignedHeaders=${names}, Signature=${signature}`,
  );
});

test("the example of the documentation", () => {
  const request: SignableRequest = {
    ...plain,
    host: "iam.amazonaws.com",
    query: [
      ["Action", "ListUsers"],
      ["Version", "2010-05-08"],
    ],
    headers: { "content-type": `${FORM}; charset=utf-8` },
  };
  const scope = { region: "us-east-1", service: "iam", nowMs };
  expect(signV4(request, credentials, scope)["authorization"]).toEndWith(
    "Signature=5d672d79c15b13162d9279b0855cfba6789a8edb4c82c400e06b5924a6f2b5d7",
  );
});

test("a signer covers path, body and session, and leaves the rest of the request alone", async () => {
  const sign = createSigner({
    region: "eu-west-1",
    service: "bedrock",
    credentials: async () => ({ ...credentials, sessionToken: "session" }),
    now: () => nowMs,
  });
  const request = {
    url: "https://bedrock-runtime.eu-west-1.amazonaws.com/model/a.b-v1%3A0/converse-stream",
    headers: { "content-type": "application/json", accept: "x", "user-agent": "omp" },
    body: "{}",
  };
  const { signal } = new AbortController();
  const signed = await sign(request, signal);
  expect(signed).toMatchObject({ url: request.url, body: "{}" });
  expect(signed.headers).toMatchObject({ ...request.headers, "x-amz-security-token": "session" });
  expect(signed.headers["authorization"]).toContain(
    "SignedHeaders=content-type;host;x-amz-date;x-amz-security-token,",
  );
  const others = [
    { ...request, body: "{ }" },
    { ...request, url: request.url.replace("%3A0", "%3A1") },
    { ...request, url: `${request.url}?a=b` },
  ];
  for (const other of others) {
    const { headers } = await sign(other, signal);
    expect(headers["authorization"]).not.toBe(signed.headers["authorization"] as string);
  }
});
