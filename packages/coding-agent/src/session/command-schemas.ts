// Shapes that several commands share.
import { EFFORTS, type Model, type ThinkingLevel } from "@oh-my-pi/pi-catalog/model";
import type { ImageContent, TextContent, UserMessage } from "@oh-my-pi/pi-ai/message";
import { SERVICE_TIERS, type ServiceTier } from "@oh-my-pi/pi-ai/request";
import { z } from "zod";
import type { TodoPhase } from "./state/todos.ts";

export const nothing = z.undefined();
export const noInput = z.object({});

/** Passed on as it is; faces must not depend on more than they read. */
export const modelSchema = z.custom<Model>((value) => typeof value === "object" && value !== null);

export const thinkingLevelSchema = z.enum(["off", ...EFFORTS]) satisfies z.ZodType<ThinkingLevel>;

export const serviceTierSchema = z.enum(SERVICE_TIERS) satisfies z.ZodType<ServiceTier>;

export const queueModeSchema = z.enum(["all", "one-at-a-time"]);

const plainImage = z.object({ type: z.literal("image"), data: z.string(), mimeType: z.string() });
const sourcedImage = z
  .object({
    type: z.literal("image"),
    source: z.object({ type: z.literal("base64"), mediaType: z.string(), data: z.string() }),
  })
  .transform(({ source }) => ({
    type: "image" as const,
    data: source.data,
    mimeType: source.mediaType,
  }));

/** What somebody says: text, and pictures in either of the two documented forms. */
export const spokenFields = {
  message: z.string(),
  images: z.array(z.union([plainImage, sourcedImage])).optional(),
};

/** The content of a user message. */
export function contentOf(said: {
  readonly message: string;
  readonly images?: readonly ImageContent[] | undefined;
}): Exclude<UserMessage["content"], string> {
  const text: TextContent[] = said.message === "" ? [] : [{ type: "text", text: said.message }];
  return [...text, ...(said.images ?? [])];
}

export const todoPhasesSchema: z.ZodType<TodoPhase[]> = z.array(
  z.object({
    name: z.string(),
    tasks: z.array(
      z.object({
        content: z.string(),
        status: z.enum(["pending", "in_progress", "completed", "abandoned"]).default("pending"),
        notes: z.array(z.string()).exactOptional(),
      }),
    ),
  }),
);

export const compactionResultSchema = z.object({
  summary: z.string(),
  shortSummary: z.string().exactOptional(),
  firstKeptEntryId: z.string(),
  tokensBefore: z.number(),
  details: z.record(z.string(), z.unknown()),
});
