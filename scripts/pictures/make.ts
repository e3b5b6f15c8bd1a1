// Makes the pictures of the documentation from the real binary: `scripts/bun scripts/pictures/make.ts [name ...]`. Needs
// `npm run build` first.
import { eventually } from "@oh-my-pi/pi-testkit/eventually";
import { createVirtualTerminal } from "@oh-my-pi/pi-testkit/virtual-terminal";
import { createWorkspace } from "@oh-my-pi/pi-testkit/workspace";
import { join } from "node:path";
import { createScene, type Scene, SCENES } from "./scenes.ts";
import { DARK, LIGHT, terminalSvg } from "./terminal-svg.ts";

const root = join(import.meta.dir, "../..");

interface Picture {
  readonly name: string;
  readonly title: string;
  readonly columns: number;
  readonly rows: number;
  /** Keys to type, each after its text has come. */
  readonly steps: readonly { readonly after: string; readonly type: string }[];
  readonly until: string;
  /** On a light background. */
  readonly isLight?: boolean;
  /** Drawn by a browser, for pages that cannot show SVG. */
  readonly isPng?: boolean;
  /** Talks to a model that says what it is told to; without it, the demo gives its tour. */
  readonly scene?: Scene;
}

const TOUR = [{ after: "Press Enter", type: "\r" }] as const;
const END = "the rest.";

const PICTURES: readonly Picture[] = [
  {
    name: "first-run",
    title: "./omp, without any key: the demo finds and fixes a bug for real",
    columns: 96,
    rows: 38,
    steps: TOUR,
    until: END,
  },
  {
    name: "completion",
    title: "commands and their completion",
    columns: 96,
    rows: 30,
    steps: [...TOUR, { after: END, type: "/" }],
    until: "/compact",
    isPng: true,
  },
  ...SCENES.map((scene) => ({ ...scene, isPng: true })),
];

async function make(picture: Picture): Promise<void> {
  await using place = picture.scene === undefined ? createTour() : createScene(picture.scene);
  const { workspace, args } = place;
  using terminal = createVirtualTerminal({ columns: picture.columns, rows: picture.rows });
  const env = {
    ...workspace.env({
      COLORTERM: "truecolor",
      COLORFGBG: picture.isLight === true ? "0;15" : "15;0",
    }),
    TMPDIR: "/tmp",
  };
  const child = Bun.spawn([join(root, "dist/omp"), ...args], {
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
  await eventually(() => !terminal.logicalLines().join("\n").includes("Working, Esc"));
  const paper = picture.isLight === true ? LIGHT : DARK;
  const svg = terminalSvg(terminal, picture.title, paper);
  const path = `docs/images/${picture.name}.${picture.isPng === true ? "png" : "svg"}`;
  if (picture.isPng === true) await drawPng(svg, join(root, path));
  else await Bun.write(join(root, path), svg);
  child.kill();
  await child.exited;
  console.log(path);
}

/** Has the browser take a picture of the SVG. */
async function drawPng(svg: string, path: string): Promise<void> {
  const [, width = "800", height = "600"] = /width="([\d.]+)" height="([\d.]+)"/.exec(svg) ?? [];
  using workspace = createWorkspace("omp-browser-");
  const page = workspace.at("page.html");
  await Bun.write(page, `<meta charset="utf-8"><body style="margin:0">${svg}</body>`);
  const size = `${Math.ceil(Number(width))},${Math.ceil(Number(height))}`;
  const own = `--user-data-dir=${workspace.at("profile")}`;
  const flags = ["--headless", "--no-sandbox", "--hide-scrollbars", own];
  const browser = Bun.spawn(
    ["chromium", ...flags, `--window-size=${size}`, `--screenshot=${path}`, `file://${page}`],
    { stdout: "ignore", stderr: "ignore" },
  );
  if ((await browser.exited) !== 0) throw new Error("chromium could not draw the picture");
}

/** A place without any model, where the demo works. */
function createTour() {
  const workspace = createWorkspace("omp-picture-");
  return {
    workspace,
    args: [],
    [Symbol.asyncDispose]: async () => workspace[Symbol.dispose](),
  };
}

const wanted = process.argv.slice(2);
for (const picture of PICTURES)
  if (wanted.length === 0 || wanted.includes(picture.name)) await make(picture);
