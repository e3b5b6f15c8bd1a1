// The typed header block of an AWS event-stream message. Only strings are kept: no other type says
// anything about an event.

/** String headers by name. */
export type AwsHeaders = Readonly<Record<string, string | undefined>>;

const STRING_TYPE = 7;
/** Bytes of each fixed-size value type: true, false, byte, short, int, long, -, -, timestamp, uuid. */
const FIXED_BYTES: readonly (number | undefined)[] = [
  0,
  0,
  1,
  2,
  4,
  8,
  undefined,
  undefined,
  8,
  16,
];

/** Reads a header block; `fail` makes the error for one that is cut short or of an unknown type. */
export function readAwsHeaders(bytes: Uint8Array, fail: (problem: string) => Error): AwsHeaders {
  const utf8 = new TextDecoder();
  const headers: Record<string, string> = {};
  let at = 0;
  const take = (count: number): Uint8Array => {
    if (at + count > bytes.length) throw fail("a header is cut short");
    at += count;
    return bytes.subarray(at - count, at);
  };
  const number = (count: number): number => take(count).reduce((sum, byte) => sum * 256 + byte, 0);
  while (at < bytes.length) {
    const name = utf8.decode(take(number(1)));
    const type = number(1);
    const isSized = type === 6 || type === STRING_TYPE;
    const size = isSized ? number(2) : FIXED_BYTES[type];
    if (size === undefined) throw fail(`a header has the unknown type ${type}`);
    const value = take(size);
    if (type === STRING_TYPE) headers[name] = utf8.decode(value);
  }
  return headers;
}
