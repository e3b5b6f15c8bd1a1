// Owns the argument schemas of the edit tool's variants as they go over the wire. Descriptions are the
// host's: prompts are not part of an engine.

const text = { type: "string" } as const;

/** `hashline`: sections as text; `path` is the target of an input without header. */
export const hashlineParameters = {
  type: "object",
  properties: { input: text, path: text },
  required: ["input"],
  additionalProperties: true,
} as const;

/** `replace`: exact texts of one file. */
export const replaceParameters = {
  type: "object",
  properties: {
    path: text,
    edits: {
      minItems: 1,
      type: "array",
      items: {
        type: "object",
        properties: { old_text: text, new_text: text, all: { type: "boolean" } },
        required: ["old_text", "new_text"],
        additionalProperties: false,
      },
    },
  },
  required: ["path", "edits"],
  additionalProperties: false,
} as const;

/** `patch`: operations with diffs on one file. */
export const patchParameters = {
  type: "object",
  properties: {
    path: text,
    edits: {
      minItems: 1,
      type: "array",
      items: {
        type: "object",
        properties: {
          op: { type: "string", enum: ["create", "delete", "update"] },
          rename: text,
          diff: text,
        },
        additionalProperties: false,
      },
    },
  },
  required: ["path", "edits"],
  additionalProperties: false,
} as const;

/** `apply_patch`: a whole patch as text. */
export const applyPatchParameters = {
  type: "object",
  properties: { input: text },
  required: ["input"],
  additionalProperties: false,
} as const;
