// A request is the same however its bytes are cut on the way.
import { expect, test } from "bun:test";
import fc from "fast-check";
import type { ReceivedRequest } from "../recorded-request.ts";
import { createByteQueue } from "./byte-queue.ts";
import { createRequestParser } from "./request-parser.ts";

const sized =
  "POST /a?b=1 HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nX-Odd:  v : w \r\n\r\nh\r\n\r\n";
const chunked =
  "PUT /c HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nab\r\n\r\n1;ext=1\r\n0\r\n0\r\n\r\n";
const bare = "GET /d HTTP/1.1\r\n\r\n";

function parseAll(pieces: readonly Uint8Array[]): ReceivedRequest[] {
  const queue = createByteQueue();
  const parser = createRequestParser(queue, () => {});
  return pieces.flatMap((piece) => {
    queue.push(piece);
    const found: ReceivedRequest[] = [];
    for (let next = parser.next(); next !== undefined; next = parser.next()) found.push(next);
    return found;
  });
}

test("sized, chunked and empty bodies on one connection, cut anywhere", () => {
  const bytes = Buffer.from(sized + chunked + bare);
  fc.assert(
    fc.property(fc.array(fc.nat({ max: bytes.length })), (cuts) => {
      const ends = [...cuts.sort((a, b) => a - b), bytes.length];
      const pieces = ends.map((end, i) => bytes.subarray(ends[i - 1] ?? 0, end));
      const parsed = parseAll(pieces).map(({ bytes: body, ...head }) => ({
        ...head,
        body: Buffer.from(body).toString(),
      }));
      expect(parsed).toEqual([
        {
          method: "POST",
          target: "/a?b=1",
          rawHeaders: [
            ["Host", "x"],
            ["Content-Length", "5"],
            ["X-Odd", "v : w"],
          ],
          body: "h\r\n\r\n",
        },
        {
          method: "PUT",
          target: "/c",
          rawHeaders: [["Transfer-Encoding", "chunked"]],
          body: "ab\r\n0",
        },
        { method: "GET", target: "/d", rawHeaders: [], body: "" },
      ]);
    }),
  );
});

test("the head is announced before its body has come", () => {
  const queue = createByteQueue();
  const seen: string[] = [];
  const parser = createRequestParser(queue, ({ target }) => seen.push(target));
  queue.push(Buffer.from(sized.slice(0, -3)));
  expect(parser.next()).toBeUndefined();
  expect(seen).toEqual(["/a?b=1"]);
  queue.push(Buffer.from(sized.slice(-3)));
  expect(parser.next()?.target).toBe("/a?b=1");
  expect(seen).toHaveLength(1);
});
