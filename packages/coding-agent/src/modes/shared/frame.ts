// A line from an RPC host as a command, or what is wrong with it. Pure; never throws. `id` and `command` are
// kept wherever they can be read, so that the host can tell which of its lines is answered.

/** A command that can be carried out, or a line that cannot. */
export type Frame =
  | {
      readonly ok: true;
      readonly id: string | number | undefined;
      readonly command: string;
      readonly fields: { readonly type: string; readonly [field: string]: unknown };
    }
  | {
      readonly ok: false;
      readonly id: string | number | undefined;
      readonly command: string;
      readonly problem: string;
    };

/** Name under which lines are answered whose command cannot be read. */
const UNREADABLE = "parse";

/** Reads a line. */
export function readFrame(line: string): Frame {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch (error) {
    const cause = error instanceof Error ? error.message : String(error);
    return {
      ok: false,
      id: undefined,
      command: UNREADABLE,
      problem: `Failed to parse command: ${cause}`,
    };
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    return {
      ok: false,
      id: undefined,
      command: UNREADABLE,
      problem: "Failed to parse command: not a JSON object",
    };
  }
  const fields = value as Record<string, unknown>;
  const id =
    typeof fields["id"] === "string" || typeof fields["id"] === "number" ? fields["id"] : undefined;
  const { type } = fields;
  if (typeof type !== "string") {
    return {
      ok: false,
      id,
      command: UNREADABLE,
      problem: 'Failed to parse command: "type" must name a command',
    };
  }
  return { ok: true, id, command: type, fields: { ...fields, type } };
}
