/** Large pastes stand in the text as a short marker that behaves like one character. */
import type { EditorState } from "./editor-state.ts";

const MARKER = /\[Paste #(\d+) (?:\+\d+ lines|\d+ chars)\]/g;
const MAX_INLINE_LINES = 10;
const MAX_INLINE_CHARS = 1_000;

/** Pasted texts by number. */
export type Pastes = Readonly<Record<number, string>>;

/** The marker of a pasted text. */
function markerOf(number: number, text: string): string {
  const lines = text.split("\n").length;
  const size = lines > MAX_INLINE_LINES ? `+${lines} lines` : `${text.length} chars`;
  return `[Paste #${number} ${size}]`;
}

/** True when a paste is too long to be shown as it is. */
export function isLargePaste(text: string): boolean {
  return (
    text.length > MAX_INLINE_CHARS ||
    text.split("\n", MAX_INLINE_LINES + 2).length > MAX_INLINE_LINES
  );
}

/** Keeps a pasted text and gives the marker that stands for it. */
export function keepPaste(state: EditorState, text: string): { marker: string; pastes: Pastes } {
  const number = Math.max(0, ...Object.keys(state.pastes).map(Number)) + 1;
  return { marker: markerOf(number, text), pastes: { ...state.pastes, [number]: text } };
}

/** The markers of a line that stand for kept texts. What only looks like one is text. */
export function findMarkers(
  line: string,
  pastes: Pastes,
): readonly { start: number; end: number }[] {
  if (!line.includes("[Paste #")) return [];
  return [...line.matchAll(MARKER)]
    .filter((match) => {
      const text = pastes[Number(match[1])];
      return text !== undefined && markerOf(Number(match[1]), text) === match[0];
    })
    .map((match) => ({ start: match.index, end: match.index + match[0].length }));
}

/** The text with every marker replaced by what was pasted. */
export function expandMarkers(text: string, pastes: Pastes): string {
  return text.replace(MARKER, (marker: string, number: string) => {
    const pasted = pastes[Number(number)];
    return pasted !== undefined && markerOf(Number(number), pasted) === marker ? pasted : marker;
  });
}
