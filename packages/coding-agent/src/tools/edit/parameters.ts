// What a call of each variant of `edit` takes.
import { z } from "zod";

export const hashlineParameters = z.looseObject({
  input: z.string().describe("sections of operations"),
  path: z.string().optional().describe("file of an input without header"),
});

export const replaceParameters = z.object({
  path: z.string(),
  edits: z
    .array(
      z.object({
        old_text: z.string().describe("exact text, unique in the file"),
        new_text: z.string(),
        all: z.boolean().optional().describe("replace every occurrence"),
      }),
    )
    .min(1),
});

export const patchParameters = z.object({
  path: z.string(),
  edits: z
    .array(
      z.object({
        op: z.enum(["create", "delete", "update"]).optional().describe("default update"),
        rename: z.string().optional().describe("new path"),
        diff: z.string().optional().describe("hunks, or the content of a new file"),
      }),
    )
    .min(1),
});

export const applyPatchParameters = z.object({
  input: z.string().describe("the whole patch"),
});

export type HashlineArguments = z.output<typeof hashlineParameters>;
export type ReplaceArguments = z.output<typeof replaceParameters>;
export type PatchArguments = z.output<typeof patchParameters>;
export type ApplyPatchArguments = z.output<typeof applyPatchParameters>;
