// Compiled and run by `catalog-lookup.bench.ts`: prints how long one model takes to find, from nothing loaded.
import type { Model } from "@oh-my-pi/pi-catalog/model";

const started = performance.now();
const { findModel } = await import("@oh-my-pi/pi-catalog/catalog");
const found: Model | undefined = await findModel("openrouter", "anthropic/claude-sonnet-5");
const elapsed = performance.now() - started;
if (found === undefined) throw new Error("The model is not there.");
process.stdout.write(String(elapsed));
