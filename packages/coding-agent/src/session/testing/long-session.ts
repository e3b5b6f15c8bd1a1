// A long session with a rule, a to-do list and a file that was read: what a compaction must keep. Tests only.
import { text, toolCall } from "@oh-my-pi/pi-testkit/llm";
import { createRig, type RigOptions, type SessionRig } from "./session-rig.ts";

export const RULE = "From now on never touch <b>legacy/</b>, whatever I say.";
export const SUMMARY = "## Goal\nThe user wants the parser fixed and the tests to pass.";
export const isSummary = ({ body }: { body: string }): boolean => body.includes("<conversation>");
export const filler = (name: string): string => `${name} ${"word ".repeat(2000)}`;
const phases = [{ name: "Plan", tasks: [{ content: "fix the parser", status: "in_progress" }] }];

/** A session of a few long turns with a rule, a to-do list and a file that was read. */
export async function longSession(options: RigOptions = {}): Promise<SessionRig> {
  const rig = createRig({
    contextWindow: 40_000,
    ...options,
    settings: {
      "compaction.keepRecentTokens": 3000,
      "contextPromotion.enabled": false,
      "retry.enabled": false,
      ...options.settings,
    },
  });
  rig.models.script([text("ok"), toolCall("read", { path: "src/a.ts" })], text("noted"));
  await rig.session.prompt(RULE);
  await rig.session.send({ type: "set_todos", phases });
  for (const name of ["one", "two", "three"]) {
    rig.models.script(text(`done ${name}`));
    await rig.session.prompt(filler(`question ${name}`));
  }
  return rig;
}
