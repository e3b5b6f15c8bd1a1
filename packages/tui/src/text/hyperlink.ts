/** Links that a terminal can open (OSC 8). The target is foreign text and is encoded so that it can only be a link. */

/** Nothing in it would be encoded. */
const PLAIN_TARGET = /^[\w;,/?:@&=+$.!~*'()#-]*$/;

/** Wraps text in an OSC 8 hyperlink. */
export function hyperlink(target: string, text: string): string {
  const safe = PLAIN_TARGET.test(target)
    ? target
    : encodeURI(decodeSafely(target)).replace(/[^\x21-\x7e]/g, "");
  return `\x1b]8;;${safe}\x1b\\${text}\x1b]8;;\x1b\\`;
}

/** True for targets that lead somewhere a terminal should open. */
export function isOpenable(target: string): boolean {
  return /^(https?|mailto|file):/i.test(target);
}

/** Percent signs that are part of an escape stay, others are escaped by the caller. */
function decodeSafely(target: string): string {
  try {
    return decodeURI(target).toWellFormed();
  } catch {
    // A stray percent sign is no reason to lose the link.
    return target.replaceAll("%", "%25").toWellFormed();
  }
}
