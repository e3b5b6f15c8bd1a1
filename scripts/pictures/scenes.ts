// Scenes of the documentation's pictures: a small project, and a model that says what it is told to.
import {
  reply,
  type Reply,
  startFakeModels,
  text,
  thinking,
  toolCall,
} from "@oh-my-pi/pi-testkit/llm";
import { createWorkspace } from "@oh-my-pi/pi-testkit/workspace";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** What there is before omp starts. */
export interface Scene {
  readonly files?: Readonly<Record<string, string>>;
  /** The user's config.yml. */
  readonly config?: string;
  readonly replies?: readonly Reply[];
}

const PROJECT = {
  "README.md": "# Shop\n",
  "src/total.ts":
    "export function total(prices: number[]): number {\n  let sum = 0;\n  for (const price of prices) sum += price;\n  return sum;\n}\n",
};
const READY = "Ask anything";
const SIZE = { columns: 88, rows: 26 } as const;

const TEST =
  'import { total } from "./total.ts";\nconst sum = total([0.1, 0.2]);\nconsole.log(sum === 0.3 ? "ok" : "FAIL", sum);\n';
const WORK = {
  files: { ...PROJECT, "src/total.test.ts": TEST },
  config: "edit:\n  mode: replace\n",
  replies: [
    reply([
      thinking("Floats are added one by one; the sum has to be rounded."),
      toolCall("edit", {
        path: "src/total.ts",
        edits: [{ old_text: "  return sum;", new_text: "  return Math.round(sum * 100) / 100;" }],
      }),
    ]),
    reply(toolCall("bash", { command: "grep -n round src/total.ts" })),
    reply(
      text(
        "**Fixed.** `total` rounds to cents now:\n\n- `0.1 + 0.2` gives `0.3`\n- nothing else changed",
      ),
    ),
  ],
};
const work = {
  scene: WORK,
  steps: [{ after: READY, type: "Totals are off by fractions of a cent. Please fix that\r" }],
  until: "nothing else changed",
} as const;

/** Pictures of a conversation, its dialogs and screens. */
export const SCENES = [
  { name: "terminal-dark-80x24", title: "omp, dark, 80×24", columns: 80, rows: 24, ...work },
  {
    name: "terminal-light-80x24",
    title: "omp, light, 80×24",
    columns: 80,
    rows: 24,
    isLight: true,
    ...work,
  },
  { name: "terminal-dark-200x50", title: "omp, dark, 200×50", columns: 200, rows: 50, ...work },
  {
    name: "consent",
    title: "a project that brings settings: every file with its hash, No first",
    ...SIZE,
    scene: {
      files: {
        ...PROJECT,
        ".omp/config.yml": "tools:\n  approvalMode: always-ask\n",
        ".omp/settings.json": "{}\n",
      },
    },
    steps: [],
    until: "No, not now",
  },
  {
    name: "approval",
    title: "a call that needs a yes, with where it really goes",
    ...SIZE,
    scene: {
      files: PROJECT,
      config: "tools:\n  approvalMode: always-ask\n",
      replies: [
        reply([
          text("Prices are better kept in cents. I will write a helper for that."),
          toolCall("write", {
            path: "src/cents.ts",
            content:
              "/** Whole cents of an amount. */\nexport const toCents = (amount: number): number =>\n  Math.round(amount * 100);\n",
          }),
        ]),
      ],
    },
    steps: [{ after: READY, type: "Totals are off by fractions of a cent\r" }],
    until: "Allow tool",
  },
  {
    name: "tree",
    title: "the tree of a session",
    ...SIZE,
    isLight: true,
    scene: {
      files: PROJECT,
      replies: [
        reply([
          thinking("Floats, or whole cents?"),
          text("Keep prices as whole cents; then sums are exact."),
        ]),
        reply(text("A decimal library would do as well, at a cost.")),
      ],
    },
    steps: [
      { after: READY, type: "How shall I store prices?\r" },
      { after: "sums are exact", type: "Is there another way?\r" },
      { after: "at a cost", type: "/tree\r" },
    ],
    until: "The tree of this session",
  },
  {
    name: "settings",
    title: "settings, by group",
    ...SIZE,
    scene: { files: PROJECT },
    steps: [{ after: READY, type: "/settings\r" }],
    until: "appearance",
  },
] as const;

/** A home and a project for the scene. */
export function createScene({ files = {}, config, replies = [] }: Scene) {
  const workspace = createWorkspace("omp-picture-");
  const models = startFakeModels();
  models.script(...replies);
  const agentDir = join(workspace.home, ".omp/agent");
  mkdirSync(agentDir, { recursive: true });
  writeFileSync(join(agentDir, "models.yml"), modelsFile(models.url));
  if (config !== undefined) writeFileSync(join(agentDir, "config.yml"), config);
  workspace.write(files);
  return {
    workspace,
    args: ["--model", "acme/large", "--no-title"],
    [Symbol.asyncDispose]: async () => {
      using _workspace = workspace;
      await models[Symbol.asyncDispose]();
    },
  };
}

/** One provider, whose model says what the scene has it say. */
function modelsFile(baseUrl: string): string {
  const limits = { contextWindow: 200_000, maxTokens: 8000 };
  const model = { id: "large", name: "Acme Large", reasoning: false, input: ["text"], ...limits };
  const acme = { baseUrl, api: "anthropic-messages", apiKey: "none", models: [model] };
  return JSON.stringify({ providers: { acme } });
}
