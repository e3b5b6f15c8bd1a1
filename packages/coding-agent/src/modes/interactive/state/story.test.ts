// The story equals a plain list, whatever is added and changed in whatever order, and shares what is final.
import { expect, test } from "bun:test";
import fc from "fast-check";
import { isFinal, type Item, type NewItem } from "./item.ts";
import { addItem, changeItem, EMPTY_STORY, settledSince, storyItems } from "./story.ts";

const tool = (callId: string): NewItem => ({
  kind: "tool",
  callId,
  name: "bash",
  args: {},
  status: "running",
  result: undefined,
});

test("equals a list, with everything before the first open item settled", () => {
  const step = fc.oneof(
    fc.constant({ type: "notice" as const }),
    fc.record({ type: fc.constant("start" as const) }),
    fc.record({ type: fc.constant("end" as const), pick: fc.nat(9) }),
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      let story = EMPTY_STORY;
      const model: Item[] = [];
      let calls = 0;
      for (const each of steps) {
        if (each.type === "end") {
          const running = model.filter((item) => item.kind === "tool" && !isFinal(item));
          const item = running[each.pick % Math.max(1, running.length)];
          if (item?.kind !== "tool") continue;
          const done: Item = { ...item, status: "done" };
          model[model.indexOf(item)] = done;
          story = changeItem(story, (other) => (other.id === item.id ? done : undefined));
        } else {
          const item: NewItem =
            each.type === "start"
              ? tool(String(calls++))
              : { kind: "notice", tone: "info", text: "n" };
          model.push({ ...item, id: model.length + 1 });
          story = addItem(story, item);
        }
        expect(storyItems(story)).toEqual(model);
        const firstOpen = model.findIndex((item) => !isFinal(item));
        expect(story.open).toHaveLength(firstOpen === -1 ? 0 : model.length - firstOpen);
      }
    }),
  );
});

test("a change of an open item keeps the settled chain itself", () => {
  let story = addItem(EMPTY_STORY, { kind: "notice", tone: "info", text: "first" });
  story = addItem(story, tool("a"));
  const { settled } = story;
  story = changeItem(story, (item) =>
    item.kind === "tool" ? { ...item, args: { more: true } } : undefined,
  );
  expect(story.settled).toBe(settled);
  expect(settledSince(story, settled)).toEqual([]);
});
