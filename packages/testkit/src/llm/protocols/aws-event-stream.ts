// The binary framing of AWS event streams: lengths, headers, payload, and two checksums.
import { crc32 } from "node:zlib";

const stringHeader = 7;

/** One message with string headers. */
export function awsMessage(
  headers: readonly (readonly [name: string, value: string])[],
  payload: string,
): Uint8Array {
  const head = Buffer.concat(headers.map(([name, value]) => encodeHeader(name, value)));
  const body = Buffer.from(payload);
  const message = Buffer.alloc(12 + head.length + body.length + 4);
  message.writeUInt32BE(message.length, 0);
  message.writeUInt32BE(head.length, 4);
  message.writeUInt32BE(crc32(message.subarray(0, 8)), 8);
  message.set(head, 12);
  message.set(body, 12 + head.length);
  message.writeUInt32BE(crc32(message.subarray(0, -4)), message.length - 4);
  return message;
}

function encodeHeader(name: string, value: string): Buffer {
  const key = Buffer.from(name);
  const text = Buffer.from(value);
  const size = Buffer.alloc(2);
  size.writeUInt16BE(text.length);
  return Buffer.concat([Uint8Array.of(key.length), key, Uint8Array.of(stringHeader), size, text]);
}
