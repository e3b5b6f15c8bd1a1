/** Which chord means which action, with the user's remaps and what is wrong with them. It reads no file. */
import { parseChord } from "./chord.ts";
import type { KeyEvent } from "./input-event.ts";

/** Something a key can be bound to. Two actions of one scope cannot share a chord. */
export interface KeyAction {
  readonly id: string;
  readonly scope: string;
  readonly description: string;
  readonly defaults: readonly string[];
}

/** The user's remaps: action id to one chord, several, or none (`[]` disables). */
export type KeyOverrides = Readonly<Record<string, string | readonly string[]>>;

/** What is wrong with a set of bindings; the rest still works. */
export type KeymapProblem =
  | { readonly kind: "unknown-action"; readonly action: string }
  | { readonly kind: "invalid-chord"; readonly action: string; readonly chord: string }
  | { readonly kind: "conflict"; readonly chord: string; readonly actions: readonly string[] };

/** Bindings ready for use. */
export interface Keymap {
  /** Every action that was declared, in order. */
  readonly actions: readonly KeyAction[];
  /** Canonical chords of an action. */
  chordsOf(action: string): readonly string[];
  /** True when a press (or repeat) of this key means the action. */
  matches(event: KeyEvent, action: string): boolean;
  /** The first action of a scope that this key means. */
  actionFor(event: KeyEvent, scope: string): string | undefined;
}

/** Builds the bindings from declared actions and the user's remaps, and reports every problem. */
export function createKeymap(
  actions: readonly KeyAction[],
  overrides: KeyOverrides = {},
): { keymap: Keymap; problems: readonly KeymapProblem[] } {
  const problems: KeymapProblem[] = [];
  const known = new Set(actions.map((action) => action.id));
  for (const id of Object.keys(overrides)) {
    if (!known.has(id)) problems.push({ kind: "unknown-action", action: id });
  }
  const chords = new Map(
    actions.map((action) => [action.id, chordsFor(action, overrides[action.id], problems)]),
  );
  const byScope = indexByScope(actions, chords, problems);
  const keymap: Keymap = {
    actions,
    chordsOf: (action) => chords.get(action) ?? [],
    matches: (event, action) =>
      event.action !== "release" && (chords.get(action) ?? []).includes(event.chord),
    actionFor: (event, scope) =>
      event.action === "release" ? undefined : byScope.get(scope)?.get(event.chord),
  };
  return { keymap, problems };
}

function chordsFor(
  action: KeyAction,
  override: string | readonly string[] | undefined,
  problems: KeymapProblem[],
): readonly string[] {
  const wanted = override === undefined ? action.defaults : [override].flat();
  const chords: string[] = [];
  for (const text of wanted) {
    const chord = parseChord(text);
    if (chord === undefined)
      problems.push({ kind: "invalid-chord", action: action.id, chord: text });
    else if (!chords.includes(chord)) chords.push(chord);
  }
  return chords;
}

function indexByScope(
  actions: readonly KeyAction[],
  chords: ReadonlyMap<string, readonly string[]>,
  problems: KeymapProblem[],
): ReadonlyMap<string, ReadonlyMap<string, string>> {
  const claims = new Map<string, Map<string, string[]>>();
  for (const action of actions) {
    const scope = claims.get(action.scope) ?? new Map<string, string[]>();
    claims.set(action.scope, scope);
    for (const chord of chords.get(action.id) ?? []) {
      scope.set(chord, [...(scope.get(chord) ?? []), action.id]);
    }
  }
  const index = new Map<string, Map<string, string>>();
  for (const [scope, byChord] of claims) {
    const winners = new Map<string, string>();
    for (const [chord, [first = "", ...others]] of byChord) {
      winners.set(chord, first);
      if (others.length > 0)
        problems.push({ kind: "conflict", chord, actions: [first, ...others] });
    }
    index.set(scope, winners);
  }
  return index;
}
