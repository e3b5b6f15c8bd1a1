// Terminals are told from everything else, by the device where that decides and by the C library otherwise.
import { expect, test } from "bun:test";
import { closeSync, openSync } from "node:fs";
import { isTty } from "./is-tty.ts";

test.each(["/dev/null", "/dev/zero", "/proc/self/stat", "/"])("%s is none", (path) => {
  const fd = openSync(path, "r");
  expect(isTty(fd)).toBe(false);
  closeSync(fd);
  expect(isTty(fd)).toBe(false);
});

test("a pseudo-terminal is one, a pipe is none", async () => {
  const script = `${import.meta.dir}/is-tty.ts`;
  const code = `import { isTty } from ${JSON.stringify(script)};
    process.stdout.write([isTty(0), isTty(0, "darwin")].join());`;
  const seen: string[] = [];
  const inside = Bun.spawn([process.execPath, "-e", code], {
    terminal: { cols: 80, rows: 24, data: (_, data) => seen.push(Buffer.from(data).toString()) },
  });
  await inside.exited;
  // No C library has the names of another system: what is not decided by the device is no terminal.
  expect(seen.join("")).toContain("true,false");
  const piped = Bun.spawn([process.execPath, "-e", code], { stdin: "pipe", stdout: "pipe" });
  expect(await piped.stdout.text()).toContain("false,false");
});
