// What a call of `render_mermaid` takes.
import { z } from "zod";

export const parameters = z.object({
  mermaid: z.string().describe("diagram source"),
  config: z
    .object({
      useAscii: z.boolean().optional(),
      paddingX: z.number().optional(),
      paddingY: z.number().optional(),
      boxBorderPadding: z.number().optional(),
    })
    .optional(),
});

/** A checked call. */
export type RenderMermaidArguments = z.output<typeof parameters>;
