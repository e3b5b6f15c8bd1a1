// The secret that opens the door of a server: made anew at each start, compared in constant time.
import { createHash, randomBytes, timingSafeEqual } from "node:crypto";

const TOKEN_BYTES = 32;

/** 256 random bits as text. */
export function newToken(): string {
  return randomBytes(TOKEN_BYTES).toString("base64url");
}

/** Whether they are the same; takes as long for any two texts. */
export function isSameToken(given: string, token: string): boolean {
  const digest = (text: string): Buffer => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(given), digest(token));
}
