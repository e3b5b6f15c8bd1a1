// Arguments of a function call that come in pieces, each for one place in the JSON (`$.items[0].name`).
// Collects them; knows nothing of events.
import { type Fields, listOf, textOf } from "../../wire/json-access.ts";

type Slot = Record<string, unknown> | unknown[];

/** A step into the arguments: a name, a quoted name or an index. */
const STEP = /\.([^.[\]]+)|\[(\d+)\]|\['([^']*)'\]|\["([^"]*)"\]/y;
/** Longer lists are taken for a mistake of the provider. */
const MAX_INDEX = 100_000;

/** The arguments of one call. */
export class PartialArguments {
  readonly #root: Slot = emptyObject();

  /** Takes what one event brings. */
  add(pieces: unknown): void {
    for (const piece of listOf(pieces)) this.#put(piece as Fields);
  }

  /** The arguments as JSON text. */
  text(): string {
    return JSON.stringify(this.#root);
  }

  #put(piece: Fields): void {
    const path = parsePath(textOf(piece["jsonPath"]) ?? "");
    const last = path.at(-1);
    if (last === undefined) return;
    const slot = this.#slotAt(path);
    const value = valueOf(piece);
    if (slot === undefined || value === undefined) return;
    const before: unknown = Reflect.get(slot, last);
    const isGrowing = typeof value === "string" && typeof before === "string";
    Reflect.set(slot, last, isGrowing ? before + value : value);
  }

  /** The object or list that holds the last step of a path, made on the way. */
  #slotAt(path: readonly (string | number)[]): Slot | undefined {
    let slot = this.#root;
    for (const [index, key] of path.slice(0, -1).entries()) {
      const known: unknown = Reflect.get(slot, key);
      const next = isSlot(known) ? known : typeof path[index + 1] === "number" ? [] : emptyObject();
      if (next !== known) Reflect.set(slot, key, next);
      slot = next;
    }
    return Array.isArray(slot) === (typeof path.at(-1) === "number") ? slot : undefined;
  }
}

function parsePath(path: string): (string | number)[] {
  const steps: (string | number)[] = [];
  let at = path.startsWith("$") ? 1 : 0;
  while (at < path.length) {
    STEP.lastIndex = at;
    const match = STEP.exec(path);
    if (match === null) return [];
    const [whole, name, index, single, double] = match;
    if (index !== undefined && Number(index) > MAX_INDEX) return [];
    steps.push(index === undefined ? ((name ?? single ?? double) as string) : Number(index));
    at += whole.length;
  }
  return steps;
}

function valueOf(piece: Fields): unknown {
  if ("nullValue" in piece) return null;
  return piece["stringValue"] ?? piece["numberValue"] ?? piece["boolValue"];
}

/** Without a prototype, so that any name is just a name. */
function emptyObject(): Record<string, unknown> {
  return Object.create(null) as Record<string, unknown>;
}

function isSlot(value: unknown): value is Slot {
  return typeof value === "object" && value !== null;
}
