// Screens of the terminal as numbered choices: each gives the command that its choice stands for.
import { EFFORTS } from "@oh-my-pi/pi-catalog/model";
import { agentPaths } from "../../platform/agent-paths.ts";
import type { LoginProvider } from "../../services/logins.ts";
import { listProjectSessions } from "../../session/log/list-sessions.ts";
import { treeRows, type TreeRow } from "../../session/tree/session-tree.ts";
import { modelsOf } from "../../slash/session-facts.ts";
import type { SlashPort } from "../../slash/slash-command.ts";

/** What can be chosen: a text, and the command that it stands for. */
interface Choice {
  readonly text: string;
  readonly command: string;
}

interface Choices {
  readonly title: string;
  list(port: SlashPort): Promise<readonly Choice[]> | readonly Choice[];
}

const CHOICES: Readonly<Record<string, Choices>> = {
  model: {
    title: "Which model?",
    list: async ({ sessions }) =>
      (await modelsOf(sessions)).map(({ provider, id }) =>
        choice("model", `${provider}/${id}`, `${provider}/${id}`),
      ),
  },
  thinking: {
    title: "How hard shall the model think?",
    list: () => ["off", ...EFFORTS].map((level) => choice("thinking", level, level)),
  },
  resume: {
    title: "Which session?",
    list: ({ sessions, host }) => {
      const { log } = sessions.current;
      const scope = { sessionsDir: agentPaths(host).sessionsDir, cwd: log.header.cwd, host };
      return listProjectSessions(scope)
        .filter(({ file }) => file !== log.file)
        .map(({ id, name }) => choice("resume", id, name));
    },
  },
  branch: {
    title: "From before which message?",
    list: async ({ sessions }) => {
      const { messages } = (await sessions.send({ type: "get_branch_messages" })) as {
        messages: readonly { text: string }[];
      };
      return messages.map(({ text }, at) => choice("branch", String(at + 1), firstLine(text)));
    },
  },
  tree: {
    title: "Where to?",
    list: ({ sessions }) =>
      treeRows(sessions.current.log, { filter: "default", folded: new Set() }).map((row) =>
        choice("tree", row.id, treeText(row)),
      ),
  },
  login: {
    title: "A key of which provider?",
    list: async ({ sessions }) => {
      const { providers } = (await sessions.send({ type: "get_login_providers" })) as {
        providers: readonly LoginProvider[];
      };
      return providers.map(({ id, name }) => choice("login", id, name));
    },
  },
};

export function hasNumberedChoice(name: string): boolean {
  return Object.hasOwn(CHOICES, name);
}

/** Asks; gives the command to type, or undefined when nothing was chosen. */
export async function numberedChoice(name: string, port: SlashPort): Promise<string | undefined> {
  const choices = CHOICES[name];
  const listed = (await choices?.list(port)) ?? [];
  if (choices === undefined || listed.length === 0) {
    port.reply("There is nothing to choose from.");
    return undefined;
  }
  const texts = listed.map(({ text, command }) =>
    listed.filter((other) => other.text === text).length > 1 ? `${text} (${command})` : text,
  );
  const chosen = await port.dialogs?.select(choices.title, texts);
  return chosen === undefined ? undefined : listed[texts.indexOf(chosen)]?.command;
}

function choice(name: string, argument: string, text: string): Choice {
  return { text, command: `/${name} ${argument}` };
}

/** Where an entry is, in words in place of lines. */
function treeText({ kind, text, label, isOnPath, isLeaf }: TreeRow): string {
  const where = isLeaf ? ", here" : isOnPath ? "" : ", on another way";
  const who = SPEAKERS[kind] ?? kind;
  return `${who}: ${text}${label === undefined ? "" : `, labeled ${label}`}${where}`;
}

const SPEAKERS: Readonly<Record<string, string>> = {
  user: "you",
  assistant: "model",
  toolResult: "tool",
  bashExecution: "command",
  branch_summary: "summary",
  compaction: "summary",
};

function firstLine(text: string): string {
  return text.split("\n")[0] ?? "";
}
