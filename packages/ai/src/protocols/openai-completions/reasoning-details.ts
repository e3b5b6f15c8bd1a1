// The `reasoning_details` of gateways: structured reasoning that must go back unchanged with the message
// it came with. Pieces of a stream are joined into whole details.
import type { JsonObject } from "../../model/request.ts";
import { type Fields, fieldsOf, isFields, listOf } from "../../wire/json-access.ts";

/** Fields whose pieces are joined; of others the latest value counts. */
const JOINED = ["text", "summary", "data"] as const;

/** Adds the pieces of one delta; a piece belongs to the detail of its index, or to the last of its kind. */
export function addDetails(details: Record<string, unknown>[], pieces: unknown): void {
  for (const piece of listOf(pieces).filter(isFields)) {
    const open = details.find((detail) => isSameDetail(detail, piece));
    if (open === undefined) details.push({ ...piece });
    else join(open, piece);
  }
}

function isSameDetail(detail: Fields, piece: Fields): boolean {
  if (detail["type"] !== piece["type"]) return false;
  return detail["index"] === piece["index"] && (piece["id"] ?? null) === (detail["id"] ?? null);
}

function join(detail: Record<string, unknown>, piece: Fields): void {
  for (const [key, value] of Object.entries(piece)) {
    const before = detail[key];
    const isText = typeof value === "string" && typeof before === "string";
    if (isText && JOINED.some((name) => name === key)) detail[key] = before + value;
    else if (value !== null && value !== undefined && value !== "") detail[key] = value;
  }
}

/** The readable text of details, for gateways that send no other. */
export function detailText(pieces: unknown): string {
  return listOf(pieces)
    .map((piece) => fieldsOf(piece)["text"] ?? fieldsOf(piece)["summary"])
    .filter((text) => typeof text === "string")
    .join("");
}

/** Details that a message was kept with, if any. */
export function detailsOf(payload: unknown): readonly JsonObject[] {
  return listOf(fieldsOf(payload)["reasoning_details"]) as readonly JsonObject[];
}
