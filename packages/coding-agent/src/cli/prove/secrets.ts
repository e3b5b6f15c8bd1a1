// Shown with a secret in the environment, in a file and in what a command prints: nothing that is sent or kept holds it, in plain,
// encoded or cut in two, and a tool still gets the real one.
import { lstatSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { PrivateWorld } from "./private-world.ts";
import { fails, holds, type ProofResult } from "./proof.ts";

export async function secrets(world: PrivateWorld): Promise<ProofResult> {
  const random = Buffer.from(crypto.getRandomValues(new Uint8Array(18)));
  const secret = `k3y-${random.toString("hex")}`;
  const print = "echo $PROOF_SECRET; printf %s $PROOF_SECRET | base64; cat .env";
  world.model.answer({ tool: "bash", args: { command: print } });
  writeFileSync(join(world.project, ".env"), `API_KEY=${secret}\n`);
  const { session } = await world.open({}, { PROOF_SECRET: secret });
  await session.prompt(`My key is ${secret}.`);
  const word = /#[A-Z2-7]{14}#/.exec(world.model.bodies.at(-1) ?? "")?.[0];
  if (word === undefined) return fails("the secret was not replaced in what is sent");
  world.model.answer({ tool: "bash", args: { command: `printf %s '${word}' > copy` } });
  await session.prompt("go on");
  await session.close();
  const sent = world.model.bodies.find((body) =>
    formsOf(secret).some((form) => body.includes(form)),
  );
  if (sent !== undefined) return fails("a request held the secret");
  const kept = filesBelow(join(world.home, ".omp")).find((path) => {
    const text = readFileSync(path, "latin1");
    return formsOf(secret).some((form) => text.includes(form));
  });
  if (kept !== undefined) return fails(`${kept} held the secret`);
  if (readFileSync(join(world.project, "copy"), "utf8") !== secret)
    return fails("a tool did not get the real value back");
  return holds(
    `${world.model.bodies.length} requests and everything that was stored hold a placeholder; the command got the real value`,
  );
}

/** Plain, base64, hexadecimal, and either half. */
function formsOf(secret: string): string[] {
  const bytes = Buffer.from(secret);
  const half = secret.length >> 1;
  const encoded = [bytes.toString("base64").slice(0, -4), bytes.toString("hex")];
  return [secret, ...encoded, secret.slice(0, half), secret.slice(half)];
}

/** Copies that undo brings back must be what they were; they are the user's own files. */
function filesBelow(root: string): string[] {
  return readdirSync(root, { recursive: true, encoding: "utf8" })
    .map((name) => join(root, name))
    .filter((path) => !path.includes("/packs/") && lstatSync(path).isFile());
}
