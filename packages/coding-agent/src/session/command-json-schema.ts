// What a command takes and gives, as JSON Schema for documentation and clients in other languages.
import { z } from "zod";

/** The schema; parts that JSON Schema cannot say are left open. */
export function jsonSchemaOf(type: z.ZodType, io: "input" | "output"): object {
  const { $schema: _, ...schema } = z.toJSONSchema(type, { io, unrepresentable: "any" });
  return schema;
}
