// Contract: one question about an image goes to a model that can see, without the conversation; what cannot be asked
// is said exactly.
import { describe, expect, test } from "bun:test";
import { httpError, reply, text, toolCall } from "@oh-my-pi/pi-testkit/llm";
import { tokensOf } from "../../testing/call-tool.ts";
import { openLiveSession } from "../../testing/live-session.ts";
import inspectImage from "./inspect-image.ts";

const values = { inspect_image: { enabled: true } };
const input = ["text", "image"];
const question = "What colour?";

/** A PNG of one colour with this side. */
async function png(side: number): Promise<Uint8Array> {
  const dot = Buffer.from(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==",
    "base64",
  );
  return new Bun.Image(dot).resize(side, side, { fit: "fill" }).png().bytes();
}

interface Block {
  readonly type: string;
  readonly text?: string;
  readonly source?: { readonly media_type: string; readonly data: string };
}

describe("inspect_image", () => {
  test("asks beside the conversation and gives the answer; read only tells about the image", async () => {
    await using live = await openLiveSession({ values, input });
    live.workspace.write({ "a.png": await png(3000) });
    live.models.script(
      reply([
        toolCall("inspect_image", { path: "a.png", question }),
        toolCall("read", { path: "a.png" }),
      ]),
      reply(text("It is blue.")),
      reply(text("ok")),
    );
    await live.current.session.prompt("go");
    const [, asked, last] = live.bodies() as {
      messages: { content: Block[] }[];
      tools?: unknown[];
    }[];
    expect(asked?.messages).toHaveLength(1);
    expect(asked?.tools ?? []).toEqual([]);
    const [image, words] = asked?.messages[0]?.content ?? [];
    expect(words?.text).toBe(question);
    const sent = Buffer.from(image?.source?.data ?? "", "base64");
    const { width } = await new Bun.Image(sent).metadata();
    expect(width).toBe(1568);
    expect(sent.length).toBeLessThanOrEqual(500 * 1024);
    expect(JSON.stringify(last)).toContain("It is blue.");
    expect(JSON.stringify(last)).toContain("[Ask inspect_image what it shows]");
    const result = live.current.session.messages.find(
      (message) => message.role === "toolResult" && message.toolName === "inspect_image",
    );
    expect(result).toMatchObject({
      details: { model: "fake/m", imagePath: live.workspace.at("a.png") },
    });
  });

  const refusals: [what: string, path: string, input: string[], values: object, says: string][] = [
    ["no such file", "none.png", input, {}, "Path 'none.png' not found"],
    [
      "not an image",
      "text.png",
      input,
      {},
      "inspect_image only supports PNG, JPEG, GIF, and WEBP files detected by file content.",
    ],
    ["too large", "huge.png", input, {}, "Image file too large: 21MB, at most 20MB."],
    [
      "images are blocked",
      "a.png",
      input,
      { images: { blockImages: true } },
      "Image submission is disabled by settings (images.blockImages=true). Disable it to use inspect_image.",
    ],
    [
      "nobody can see",
      "a.png",
      ["text"],
      {},
      "Resolved model fake/m does not support image input.",
    ],
  ];
  for (const [what, path, takes, more, says] of refusals) {
    test(what, async () => {
      await using live = await openLiveSession({ values: { ...values, ...more }, input: takes });
      live.workspace.write({
        "text.png": "no image",
        "a.png": await png(4),
        "huge.png": new Uint8Array(21 * 1024 * 1024),
      });
      live.models.script(reply(toolCall("inspect_image", { path, question })), reply(text("ok")));
      await live.current.session.prompt("go");
      expect(JSON.stringify(live.bodies().at(-1))).toContain(says);
    });
  }

  test("a model that fails or says nothing is an error", async () => {
    await using live = await openLiveSession({ values, input });
    live.workspace.write({ "a.png": await png(4) });
    const call = reply(toolCall("inspect_image", { path: "a.png", question }));
    live.models.script(call, httpError(400), call, reply(text(" ")), reply(text("ok")));
    await live.current.session.prompt("go");
    const last = JSON.stringify(live.bodies().at(-1));
    expect(last).toContain("inspect_image request failed.");
    expect(last).toContain("inspect_image model returned no text output.");
  });

  test("is off by default and cheap", async () => {
    await using live = await openLiveSession();
    live.models.script(reply(text("ok")));
    await live.current.session.prompt("go");
    expect(JSON.stringify(live.bodies()[0]?.["tools"])).not.toContain("inspect_image");
    expect(tokensOf(inspectImage)).toBeLessThan(150);
  });
});
