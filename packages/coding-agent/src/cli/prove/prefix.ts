// Shown with a session that is talked to, changed and opened again: what a model was sent once is sent again unchanged, so that
// providers can keep it in their caches.
import type { PrivateWorld } from "./private-world.ts";
import { fails, holds, type ProofResult } from "./proof.ts";

interface Body {
  readonly system: unknown;
  readonly tools: unknown;
  readonly messages: readonly unknown[];
}

export async function prefix(world: PrivateWorld): Promise<ProofResult> {
  world.model.answer({ tool: "bash", args: { command: "echo one" } });
  const first = await world.open();
  const { file } = first.session.log;
  for (const message of ["one", "two"]) await first.session.prompt(message);
  await first.session.send({ type: "set_session_name", name: "another name" });
  await first.session.prompt("three");
  await first.session.close();
  const again = await world.open({ sessionFile: file });
  await again.session.prompt("four");
  await again.session.close();
  const bodies = world.model.bodies.map((text) => JSON.parse(text, withoutMarks) as Body);
  for (const [at, body] of bodies.entries()) {
    const before = bodies[at - 1];
    const broken = before && firstChange(before, body);
    if (broken !== undefined) return fails(`request ${at + 1} changed ${broken}`);
  }
  return holds(
    `${bodies.length} requests, the last after the session was closed and opened again: each begins with all of the one before`,
  );
}

/** The mark of what a provider is to cache wanders with the end of the conversation. */
function withoutMarks(key: string, value: unknown): unknown {
  return key === "cache_control" ? undefined : value;
}

function firstChange(before: Body, after: Body): string | undefined {
  const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);
  if (!isSame(before.system, after.system)) return "the instructions";
  if (!isSame(before.tools, after.tools)) return "the tools";
  const at = before.messages.findIndex((message, index) => !isSame(message, after.messages[index]));
  return at === -1 ? undefined : `message ${at + 1}`;
}
