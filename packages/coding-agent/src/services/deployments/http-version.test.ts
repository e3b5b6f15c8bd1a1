// `AWS_BEDROCK_FORCE_HTTP1` on the wire: what is offered in the TLS handshake, and what is then spoken.
import { expect, test } from "bun:test";
import { runProcess } from "@oh-my-pi/pi-testkit/process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createServer, type TLSSocket } from "node:tls";

const tls = (name: string) => join(import.meta.dir, "fixtures/tls", name);
const REFUSAL = JSON.stringify({ message: "Not today." });

/** Speaks both versions in the handshake, and notes which was agreed on and how each request began. */
async function startListener() {
  const agreed: unknown[] = [];
  const begun: string[] = [];
  const answer = (socket: TLSSocket): void => {
    agreed.push(socket.alpnProtocol);
    socket.on("error", () => {});
    socket.once("data", (bytes: Buffer) => {
      begun.push(bytes.toString("latin1").split("\r\n", 1)[0] ?? "");
      socket.end(
        `HTTP/1.1 400 Bad Request\r\ncontent-type: application/json\r\ncontent-length: ${REFUSAL.length}\r\nconnection: close\r\n\r\n${REFUSAL}`,
      );
    });
  };
  const key = readFileSync(tls("server.key"));
  const cert = readFileSync(tls("server.pem"));
  const server = createServer({ key, cert, ALPNProtocols: ["h2", "http/1.1"] }, answer);
  const { promise, resolve } = Promise.withResolvers<void>();
  server.listen(0, "127.0.0.1", resolve);
  await promise;
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  return { agreed, begun, port, [Symbol.dispose]: () => void server.close() };
}

test.each([
  ["1", "http/1.1", /^POST \/model\/.* HTTP\/1\.1$/],
  ["", "h2", /^PRI \* HTTP\/2\.0$/],
])("with the switch %j it is %s, where Bun would offer both", async (value, alpn, line) => {
  using listener = await startListener();
  const script = join(import.meta.dir, "fixtures/ask-bedrock.ts");
  const { stdout, stderr } = await runProcess([process.execPath, script], {
    cwd: import.meta.dir,
    env: {
      AWS_ENDPOINT_URL_BEDROCK_RUNTIME: `https://localhost:${listener.port}`,
      AWS_BEDROCK_FORCE_HTTP1: value,
      BUN_FEATURE_FLAG_EXPERIMENTAL_HTTP2_CLIENT: "1",
      NODE_EXTRA_CA_CERTS: tls("ca.pem"),
    },
  });
  expect(stderr).toBe("");
  if (value === "1") expect(stdout).toContain("Not today.");
  expect(listener.begun).toEqual([expect.stringMatching(line)]);
  expect(listener.agreed).toEqual([alpn]);
});
