// Conversion is incremental and yet equal to conversion from scratch.
import { expect, test } from "bun:test";
import type { Message } from "@oh-my-pi/pi-ai/message";
import fc from "fast-check";
import { user } from "../fixtures/scripted-stream.ts";
import { ConvertedHistory } from "./converted-history.ts";
import type { AgentMessage } from "./message.ts";

const pool = Array.from({ length: 8 }, (_, index) => user(String(index)));
/** Drops some, doubles some, keeps the rest. */
function convert(messages: readonly AgentMessage[]): Message[] {
  return (messages as Message[]).flatMap((message) => {
    const index = pool.indexOf(message);
    return index % 3 === 0 ? [] : index % 3 === 1 ? [message] : [message, message];
  });
}

test("any sequence of conversations converts as from scratch, and arrays given out stay as they were", () => {
  const conversation = fc.array(fc.constantFrom(...pool), { maxLength: 12 });
  fc.assert(
    fc.property(fc.array(conversation, { maxLength: 8 }), (conversations) => {
      const history = new ConvertedHistory(convert);
      const given: { array: readonly Message[]; length: number; copy: Message[] }[] = [];
      for (const messages of conversations) {
        const array = history.sync(messages);
        expect(array).toEqual(convert(messages));
        given.push({ array, length: array.length, copy: [...array] });
      }
      for (const { array, length, copy } of given) expect(array.slice(0, length)).toEqual(copy);
    }),
  );
});

test("what was converted is not converted again", () => {
  const converted: AgentMessage[] = [];
  const history = new ConvertedHistory((messages) => {
    converted.push(...messages);
    return messages as Message[];
  });
  history.sync(pool.slice(0, 3));
  history.sync(pool.slice(0, 5));
  expect(converted).toEqual(pool.slice(0, 5));
  expect(history.sync(pool.slice(0, 5))).toBe(history.sync(pool.slice(0, 5), 5));
});
