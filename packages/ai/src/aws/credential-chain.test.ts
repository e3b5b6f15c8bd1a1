// Each way to AWS credentials, with real files and loopback servers in the place of AWS: what is found, in
// which order, when it is asked for again, and what is said when it is missing.
import { afterAll, beforeEach, describe, expect, test } from "bun:test";
import { createHash } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { createWorkspace } from "@oh-my-pi/pi-testkit/workspace";
import { ProviderError } from "../model/provider-error.ts";
import { signV4 } from "../transport/sigv4.ts";
import type { AwsSurroundings } from "./aws-surroundings.ts";
import { CredentialChain } from "./credential-chain.ts";
import { profileRegion } from "./profile-credentials.ts";

const NOW = Date.parse("2026-01-01T12:00:00Z");
const SOON = "2026-01-01T13:00:00Z";
const workspace = createWorkspace();
const home = workspace.home;

interface Asked {
  readonly method: string;
  readonly path: string;
  readonly headers: Headers;
  readonly body: string;
}
const asked: Asked[] = [];
const answers = new Map<string, () => Response>();
const server = Bun.serve({
  port: 0,
  hostname: "127.0.0.1",
  fetch: async (request) => {
    const { pathname, search } = new URL(request.url);
    const { method, headers } = request;
    asked.push({ method, path: pathname + search, headers, body: await request.text() });
    return answers.get(pathname)?.() ?? new Response("no such place", { status: 404 });
  },
});
const base = `http://127.0.0.1:${server.port}`;
afterAll(async () => {
  await server.stop(true);
  await workspace[Symbol.asyncDispose]();
});
beforeEach(() => {
  asked.length = 0;
  answers.clear();
});

function write(path: string, text: string): string {
  const file = join(home, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  return file;
}

function surroundings(env: Record<string, string>, now = () => NOW): AwsSurroundings {
  return {
    env: {
      AWS_ENDPOINT_URL_STS: `${base}/sts`,
      AWS_ENDPOINT_URL_SSO: `${base}/sso`,
      AWS_EC2_METADATA_SERVICE_ENDPOINT: `${base}/imds/`,
      ...env,
    },
    home,
    readText: async (path) => {
      const file = Bun.file(path);
      return (await file.exists()) ? file.text() : undefined;
    },
    runCommand: async (command) => {
      const child = Bun.spawnSync(["/bin/sh", "-c", command]);
      return child.exitCode === 0 ? child.stdout.toString() : undefined;
    },
    fetch: (url, init) => fetch(url, init),
    now,
  };
}

const find = (env: Record<string, string>) =>
  new CredentialChain(surroundings(env)).credentials(new AbortController().signal);

async function problem(env: Record<string, string>): Promise<string> {
  const error: unknown = await find(env).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(ProviderError);
  if (!(error instanceof ProviderError)) return "";
  expect(error.facts).toMatchObject({ kind: "auth", retryable: false });
  return error.message;
}

const stsAnswer = (id: string) => () =>
  new Response(`<AssumeRoleResponse><AssumeRoleResult><Credentials>
    <AccessKeyId>${id}</AccessKeyId><SecretAccessKey>s/+=</SecretAccessKey>
    <SessionToken>t</SessionToken><Expiration>${SOON}</Expiration>
    </Credentials></AssumeRoleResult></AssumeRoleResponse>`);
const FROM_STS = { secretAccessKey: "s/+=", sessionToken: "t", expiresAtMs: Date.parse(SOON) };

const CONFIG = `
[default]
region = eu-west-1
[profile keys]
region=us-west-2 ; the office
[profile helper]
credential_process = echo '{"Version":1,"AccessKeyId":"helper","SecretAccessKey":"s"}'
[profile broken-helper]
credential_process = false
[profile role]
role_arn = arn:aws:iam::1:role/r
source_profile = keys
external_id = ext
[profile loop]
role_arn = arn:aws:iam::1:role/r
source_profile = loop
[profile instance-role]
role_arn = arn:aws:iam::1:role/r
credential_source = Ec2InstanceMetadata
[profile web]
role_arn = arn:aws:iam::1:role/w
web_identity_token_file = ${join(home, "token")}
[profile empty]
region = x
[profile login]
sso_session = corp
sso_account_id = 123
sso_role_name = Dev
[profile old-login]
sso_start_url = https://old.example/start
sso_region = eu-central-1
sso_account_id = 456
sso_role_name = Ops
[profile never]
sso_session = never
sso_account_id = 1
sso_role_name = r
[sso-session corp]
sso_start_url = https://corp.example/start
sso_region = eu-central-1
[sso-session never]
sso_start_url = https://never.example/start
sso_region = eu-central-1
`;
write(".aws/config", CONFIG);
write(
  ".aws/credentials",
  "[keys]\naws_access_key_id = k\naws_secret_access_key = s\naws_session_token=t\n",
);
const tokenFile = write("token", "web-token\n");
const cache = (key: string) =>
  `.aws/sso/cache/${createHash("sha1").update(key).digest("hex")}.json`;
write(cache("corp"), JSON.stringify({ accessToken: "sso-token", expiresAt: SOON }));
write(
  cache("https://old.example/start"),
  JSON.stringify({ accessToken: "x", expiresAt: "2025-12-31T00:00:00Z" }),
);

describe("the environment", () => {
  const keys = { AWS_ACCESS_KEY_ID: "a", AWS_SECRET_ACCESS_KEY: "b" };
  test("gives its keys, with a session's token", async () => {
    expect(await find(keys)).toEqual({ accessKeyId: "a", secretAccessKey: "b" });
    expect(await find({ ...keys, AWS_SESSION_TOKEN: "c" })).toMatchObject({ sessionToken: "c" });
  });
  test("gives way to a profile that is named", async () => {
    expect(await find({ ...keys, AWS_PROFILE: "keys" })).toMatchObject({ accessKeyId: "k" });
  });
  test("may say that nobody asks who sends", async () => {
    expect(await find({ AWS_BEDROCK_SKIP_AUTH: "1" })).toEqual({
      accessKeyId: "none",
      secretAccessKey: "none",
    });
  });
  test("with nothing set, says where it looked", async () => {
    expect(await problem({})).toContain("AWS_ACCESS_KEY_ID");
  });
});

describe("a profile", () => {
  test("with keys", async () => {
    expect(await find({ AWS_PROFILE: "keys" })).toEqual({
      accessKeyId: "k",
      secretAccessKey: "s",
      sessionToken: "t",
    });
  });
  test("names a region, without the comment behind it", async () => {
    expect(await profileRegion(surroundings({ AWS_PROFILE: "keys" }))).toBe("us-west-2");
    expect(await profileRegion(surroundings({}))).toBe("eu-west-1");
  });
  test("in files elsewhere", async () => {
    const file = write("elsewhere", "[p]\naws_access_key_id=e\naws_secret_access_key=s\n");
    const found = await find({ AWS_PROFILE: "p", AWS_SHARED_CREDENTIALS_FILE: file });
    expect(found).toMatchObject({ accessKeyId: "e" });
  });
  test("with a helper program", async () => {
    expect(await find({ AWS_PROFILE: "helper" })).toMatchObject({ accessKeyId: "helper" });
    expect(await problem({ AWS_PROFILE: "broken-helper" })).toContain("credential_process");
  });
  test("that takes on a role signs with its source's keys", async () => {
    answers.set("/sts", stsAnswer("role-key"));
    expect(await find({ AWS_PROFILE: "role" })).toEqual({ accessKeyId: "role-key", ...FROM_STS });
    const [{ headers, body } = { headers: new Headers(), body: "" }] = asked;
    expect(Object.fromEntries(new URLSearchParams(body))).toMatchObject({
      Action: "AssumeRole",
      RoleArn: "arn:aws:iam::1:role/r",
      ExternalId: "ext",
    });
    const signed = signV4(
      {
        method: "POST",
        host: `127.0.0.1:${server.port}`,
        path: "/sts",
        query: [],
        headers: { "content-type": "application/x-www-form-urlencoded" },
        body,
      },
      { accessKeyId: "k", secretAccessKey: "s", sessionToken: "t" },
      { region: "us-east-1", service: "sts", nowMs: NOW },
    );
    expect(headers.get("authorization")).toBe(signed["authorization"] ?? "");
  });
  test("that builds on itself, holds nothing or does not exist is named", async () => {
    expect(await problem({ AWS_PROFILE: "loop" })).toContain("source loop has no credentials");
    expect(await problem({ AWS_PROFILE: "empty" })).toContain("empty holds no credentials");
    expect(await problem({ AWS_PROFILE: "nope" })).toContain("there are: default, keys, helper");
  });
  test("with a login exchanges the token in the cache", async () => {
    answers.set("/sso/federation/credentials", () =>
      Response.json({
        roleCredentials: {
          accessKeyId: "sso-key",
          secretAccessKey: "s",
          sessionToken: "t",
          expiration: NOW + 1000,
        },
      }),
    );
    expect(await find({ AWS_PROFILE: "login" })).toEqual({
      accessKeyId: "sso-key",
      secretAccessKey: "s",
      sessionToken: "t",
      expiresAtMs: NOW + 1000,
    });
    expect(asked[0]?.path).toBe("/sso/federation/credentials?account_id=123&role_name=Dev");
    expect(asked[0]?.headers.get("x-amz-sso_bearer_token")).toBe("sso-token");
  });
  test("whose login has ended, or never was, says how to log in", async () => {
    expect(await problem({ AWS_PROFILE: "old-login" })).toBe(
      "The login has ended for AWS profile old-login; run: aws sso login --profile old-login",
    );
    expect(await problem({ AWS_PROFILE: "never" })).toStartWith("There is no login");
    expect(asked).toEqual([]);
  });
});

describe("a web identity", () => {
  const env = { AWS_WEB_IDENTITY_TOKEN_FILE: tokenFile, AWS_ROLE_ARN: "arn:w" };
  test("is exchanged without a signature", async () => {
    answers.set("/sts", stsAnswer("web-key"));
    const found = await find({ ...env, AWS_ROLE_SESSION_NAME: "me" });
    expect(found).toEqual({ accessKeyId: "web-key", ...FROM_STS });
    expect(asked[0]?.headers.get("authorization")).toBeNull();
    expect(Object.fromEntries(new URLSearchParams(asked[0]?.body))).toEqual({
      Action: "AssumeRoleWithWebIdentity",
      Version: "2011-06-15",
      RoleArn: "arn:w",
      RoleSessionName: "me",
      WebIdentityToken: "web-token",
    });
  });
  test("may be a profile's", async () => {
    answers.set("/sts", stsAnswer("web-key"));
    expect(await find({ AWS_PROFILE: "web" })).toMatchObject({ accessKeyId: "web-key" });
  });
  test("without a token, or refused, says so", async () => {
    const gone = join(home, "gone");
    expect(await problem({ ...env, AWS_WEB_IDENTITY_TOKEN_FILE: gone })).toContain(gone);
    const refusal = "<ErrorResponse><Error><Message>Not you</Message></Error></ErrorResponse>";
    answers.set("/sts", () => new Response(refusal, { status: 403 }));
    expect(await problem(env)).toBe("AWS STS answered 403: Not you");
  });
});

describe("a container", () => {
  const env = { AWS_CONTAINER_CREDENTIALS_FULL_URI: `${base}/creds` };
  const answer = () =>
    Response.json({ AccessKeyId: "c", SecretAccessKey: "s", Token: "t", Expiration: SOON });
  test("is asked with its token, also one in a file", async () => {
    answers.set("/creds", answer);
    const found = await find({ ...env, AWS_CONTAINER_AUTHORIZATION_TOKEN: "abc" });
    expect(found).toEqual({
      accessKeyId: "c",
      secretAccessKey: "s",
      sessionToken: "t",
      expiresAtMs: Date.parse(SOON),
    });
    await find({ ...env, AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE: tokenFile });
    expect(asked.map(({ headers }) => headers.get("authorization"))).toEqual(["abc", "web-token"]);
  });
  test("of a cluster is asked at the address of its agent, without a profile's keys", async () => {
    const urls: string[] = [];
    const chain = new CredentialChain({
      ...surroundings({ AWS_CONTAINER_CREDENTIALS_RELATIVE_URI: "/v2/credentials/x" }),
      fetch: async (url) => (urls.push(url), answer()),
    });
    expect(await chain.credentials(new AbortController().signal)).toMatchObject({
      accessKeyId: "c",
    });
    expect(urls).toEqual(["http://169.254.170.2/v2/credentials/x"]);
  });
  test("is left alone when the request is called off", async () => {
    const stop = new AbortController();
    const silent = Promise.withResolvers<Response>();
    using quiet = Bun.serve({
      port: 0,
      hostname: "127.0.0.1",
      fetch: () => (stop.abort(), silent.promise),
    });
    const env = { AWS_CONTAINER_CREDENTIALS_FULL_URI: `http://127.0.0.1:${quiet.port}/creds` };
    const looking = new CredentialChain(surroundings(env)).credentials(stop.signal);
    expect(await looking.catch((error: unknown) => error)).toMatchObject({ name: "AbortError" });
    silent.resolve(new Response(""));
  });
  test("with an unreadable token file is not asked", async () => {
    answers.set("/creds", answer);
    const missing = { ...env, AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE: "/does/not/exist" };
    expect(await problem(missing)).toContain("/does/not/exist cannot be read");
    expect(asked).toEqual([]);
  });
  test("is not sent a token in the clear to another machine", async () => {
    const url = "http://example.com/creds";
    expect(await problem({ AWS_CONTAINER_CREDENTIALS_FULL_URI: url })).toContain("must be https");
  });
  test("that answers nonsense says so", async () => {
    answers.set("/creds", () => new Response("hello"));
    expect(await problem(env)).toBe("The container's credential endpoint gave no credentials.");
  });
  test("that is not there says where it was looked for", async () => {
    const message = await problem({
      AWS_CONTAINER_CREDENTIALS_FULL_URI: "http://127.0.0.1:1/creds",
    });
    expect(message).toContain("could not be reached at 127.0.0.1:1");
  });
  test("is asked again five minutes before the end, not before", async () => {
    answers.set("/creds", answer);
    let now = NOW;
    const chain = new CredentialChain(surroundings(env, () => now));
    const { signal } = new AbortController();
    await chain.credentials(signal);
    now = Date.parse(SOON) - 6 * 60_000;
    await chain.credentials(signal);
    expect(asked).toHaveLength(1);
    now = Date.parse(SOON) - 4 * 60_000;
    await chain.credentials(signal);
    expect(asked).toHaveLength(2);
  });
});

describe("an instance", () => {
  const ROLES = "/imds/latest/meta-data/iam/security-credentials/";
  function answerAsInstance(credentials: object = {}): void {
    answers.set("/imds/latest/api/token", () => new Response("imds-token\n"));
    answers.set(ROLES, () => new Response("app role\nother"));
    const given = { AccessKeyId: "i", SecretAccessKey: "s", Token: "t", Expiration: SOON };
    answers.set(`${ROLES}app%20role`, () =>
      Response.json({ Code: "Success", ...given, ...credentials }),
    );
  }

  test("gives the credentials of its role, after a token", async () => {
    answerAsInstance();
    expect(await find({})).toEqual({
      accessKeyId: "i",
      secretAccessKey: "s",
      sessionToken: "t",
      expiresAtMs: Date.parse(SOON),
    });
    expect(asked.map(({ method, path }) => `${method} ${path}`)).toEqual([
      "PUT /imds/latest/api/token",
      `GET ${ROLES}`,
      `GET ${ROLES}app%20role`,
    ]);
    const [first, ...rest] = asked.map(({ headers }) => headers);
    expect(first?.get("x-aws-ec2-metadata-token-ttl-seconds")).toBe("21600");
    for (const headers of rest) expect(headers.get("x-aws-ec2-metadata-token")).toBe("imds-token");
  });

  test.each([
    ["keys", { AWS_ACCESS_KEY_ID: "a", AWS_SECRET_ACCESS_KEY: "b" }],
    ["a profile", { AWS_PROFILE: "keys" }],
    ["a helper program", { AWS_PROFILE: "helper" }],
  ])("is not asked where there are %s", async (_what, env) => {
    answerAsInstance();
    await find(env);
    expect(asked).toEqual([]);
  });

  test("may be the source of a profile's role", async () => {
    answerAsInstance();
    answers.set("/sts", stsAnswer("role"));
    const found = await find({ AWS_PROFILE: "instance-role" });
    expect(found).toEqual({ accessKeyId: "role", ...FROM_STS });
    expect(asked.at(-1)?.headers.get("authorization")).toContain("Credential=i/");
  });

  test("is not asked where that is not wanted", async () => {
    answerAsInstance();
    expect(await problem({ AWS_EC2_METADATA_DISABLED: "True" })).toContain("No AWS credentials");
    expect(asked).toEqual([]);
  });

  test("without a role has none", async () => {
    answerAsInstance();
    answers.set(ROLES, () => new Response("\n"));
    expect(await problem({})).toContain("No AWS credentials");
  });

  test("whose role cannot be taken says so", async () => {
    answerAsInstance({ Code: "AssumeRoleUnauthorizedAccess" });
    expect(await problem({})).toBe(
      "The instance metadata service answered AssumeRoleUnauthorizedAccess for the role app role.",
    );
  });

  test("that is none is waited for briefly", async () => {
    const silent = Promise.withResolvers<Response>();
    using quiet = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: () => silent.promise });
    const env = {
      AWS_EC2_METADATA_SERVICE_ENDPOINT: `http://127.0.0.1:${quiet.port}`,
      AWS_METADATA_SERVICE_TIMEOUT: "0.02",
    };
    expect(await problem(env)).toContain("the instance metadata service.");
    silent.resolve(new Response(""));
  });

  test("is left alone when the request is called off", async () => {
    const stop = new AbortController();
    answers.set("/imds/latest/api/token", () => {
      stop.abort();
      return new Response("late");
    });
    const looking = new CredentialChain(surroundings({})).credentials(stop.signal);
    expect(await looking.catch((error: unknown) => error)).toMatchObject({ name: "AbortError" });
  });

  test("is asked at the address of its kind", async () => {
    for (const [mode, host] of [
      ["", "169.254.169.254"],
      ["IPv6", "[fd00:ec2::254]"],
    ] as const) {
      const urls: string[] = [];
      const { env, ...machine } = surroundings({ AWS_EC2_METADATA_SERVICE_ENDPOINT_MODE: mode });
      const chain = new CredentialChain({
        ...machine,
        env: { ...env, AWS_EC2_METADATA_SERVICE_ENDPOINT: undefined },
        fetch: async (url) => (urls.push(url), new Response("", { status: 404 })),
      });
      await chain.credentials(new AbortController().signal).catch(() => {});
      expect(urls).toEqual([`http://${host}/latest/api/token`]);
    }
  });
});
