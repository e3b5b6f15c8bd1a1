// Makes the pictures of the documentation from the real binary: `scripts/bun scripts/pictures/make.ts`. Needs
// `npm run build` first.
import { eventually } from "@oh-my-pi/pi-testkit/eventually";
import { createVirtualTerminal } from "@oh-my-pi/pi-testkit/virtual-terminal";
import { createWorkspace } from "@oh-my-pi/pi-testkit/workspace";
import { join } from "node:path";
import { terminalSvg } from "./terminal-svg.ts";

const root = join(import.meta.dir, "../..");

interface Picture {
  readonly name: string;
  readonly title: string;
  readonly columns: number;
  readonly rows: number;
  /** Keys to type, each after its text has come. */
  readonly steps: readonly { readonly after: string; readonly type: string }[];
  readonly until: string;
}

const PICTURES: readonly Picture[] = [
  {
    name: "first-run",
    title: "./omp, without any key: the demo finds and fixes a bug for real",
    columns: 96,
    rows: 38,
    steps: [{ after: "Press Enter", type: "\r" }],
    until: "run, report.",
  },
];

async function make(picture: Picture): Promise<void> {
  using workspace = createWorkspace("omp-picture-");
  using terminal = createVirtualTerminal({ columns: picture.columns, rows: picture.rows });
  const env = { ...workspace.env({ COLORTERM: "truecolor" }), TMPDIR: "/tmp" };
  const child = Bun.spawn([join(root, "dist/omp")], {
    cwd: workspace.path,
    env,
    terminal: {
      cols: picture.columns,
      rows: picture.rows,
      data: (_, bytes) => void terminal.write(bytes),
    },
  });
  const shows = (text: string) =>
    eventually(() => terminal.logicalLines().join("\n").includes(text), {
      timeoutMs: 30_000,
      what: text,
    });
  for (const { after, type } of picture.steps) {
    await shows(after);
    child.terminal?.write(type);
  }
  await shows(picture.until);
  const path = `docs/images/${picture.name}.svg`;
  await Bun.write(join(root, path), terminalSvg(terminal, picture.title));
  child.kill();
  await child.exited;
  console.log(path);
}

for (const picture of PICTURES) await make(picture);
