// The `set_service_tier` command: says on which tier providers that have several are to answer.
import { z } from "zod";
import { defineCommand } from "../command.ts";
import { nothing, serviceTierSchema } from "../command-schemas.ts";

export default defineCommand({
  name: "set_service_tier",
  input: z.object({ tier: serviceTierSchema }),
  output: nothing,
  run({ choices }, { tier }) {
    choices.setServiceTier(tier);
    return undefined;
  },
});
