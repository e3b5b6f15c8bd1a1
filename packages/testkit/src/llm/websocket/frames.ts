// WebSocket frames (RFC 6455): reads masked client frames, writes server frames. No extensions.
import type { ByteQueue } from "../http/byte-queue.ts";

/** Frame types that occur here. */
export const opcodes = {
  continuation: 0,
  text: 1,
  binary: 2,
  close: 8,
  ping: 9,
  pong: 10,
} as const;

/** One frame from the client, unmasked. */
export interface ClientFrame {
  readonly isFinal: boolean;
  readonly opcode: number;
  readonly payload: Buffer;
}

/** The next whole frame in the queue, if there is one. */
export function takeFrame(queue: ByteQueue): ClientFrame | undefined {
  if (queue.length < 2) return undefined;
  const first = queue.at(0);
  const second = queue.at(1);
  const short = second & 0x7f;
  const lengthBytes = short === 126 ? 2 : short === 127 ? 8 : 0;
  const maskBytes = (second & 0x80) === 0 ? 0 : 4;
  const headBytes = 2 + lengthBytes + maskBytes;
  if (queue.length < headBytes) return undefined;
  let length = lengthBytes === 0 ? short : 0;
  for (let i = 0; i < lengthBytes; i++) length = length * 256 + queue.at(2 + i);
  if (queue.length < headBytes + length) return undefined;
  const mask = queue.take(headBytes).subarray(2 + lengthBytes);
  const payload = Buffer.from(queue.take(length));
  for (let i = 0; i < payload.length; i++) {
    payload[i] = (payload[i] ?? 0) ^ (mask[i % 4] ?? 0);
  }
  return { isFinal: (first & 0x80) !== 0, opcode: first & 0x0f, payload };
}

/** One final server frame. */
export function serverFrame(opcode: number, payload: Uint8Array): Buffer {
  const head = payload.length < 126 ? 2 : payload.length < 65_536 ? 4 : 10;
  const frame = Buffer.alloc(head + payload.length);
  frame[0] = 0x80 | opcode;
  if (head === 2) frame[1] = payload.length;
  else if (head === 4) {
    frame[1] = 126;
    frame.writeUInt16BE(payload.length, 2);
  } else {
    frame[1] = 127;
    frame.writeBigUInt64BE(BigInt(payload.length), 2);
  }
  frame.set(payload, head);
  return frame;
}

/** A close frame with its code. */
export function closeFrame(code: number): Buffer {
  const payload = Buffer.alloc(2);
  payload.writeUInt16BE(code);
  return serverFrame(opcodes.close, payload);
}
