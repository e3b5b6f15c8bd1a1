// Preloaded into omp: writes the files that were loaded when the first request leaves to the file that LOADED_MODULES names.
import { readFileSync, writeFileSync } from "node:fs";

const loaded: string[] = [];
Bun.plugin({
  name: "record-modules",
  setup(build) {
    build.onLoad({ filter: /\.ts$/ }, ({ path }) => {
      loaded.push(path);
      return { contents: readFileSync(path, "utf8"), loader: "ts" };
    });
  },
});

const send = globalThis.fetch;
const recording = (...request: Parameters<typeof send>): ReturnType<typeof send> => {
  const file = process.env["LOADED_MODULES"];
  if (file !== undefined) writeFileSync(file, loaded.join("\n"));
  globalThis.fetch = send;
  return send(...request);
};
globalThis.fetch = Object.assign(recording, { preconnect: send.preconnect });
