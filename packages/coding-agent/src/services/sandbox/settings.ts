// Settings of the sandbox that commands run in. A project may close it further, never open it.
import { BACKEND_NAMES } from "../../platform/sandbox/sandbox-backend.ts";
import { booleanSetting, choiceSetting, listSetting } from "../../settings/setting.ts";

const isText = (value: unknown): value is string => typeof value === "string" && value !== "";

export const sandboxEnabled = booleanSetting("sandbox.enabled", {
  default: true,
  doc: "Run commands of the model in a sandbox: they change only the workspace and a private temp folder, and have no network.",
  project: "tighten",
  isTighter: (candidate, inForce) => candidate || !inForce,
});

export const sandboxBackend = choiceSetting("sandbox.backend", ["auto", ...BACKEND_NAMES], {
  default: "auto",
  doc: "How the sandbox is built; auto takes the best that holds on this machine.",
  project: "never",
});

export const sandboxWritable = listSetting("sandbox.writable", isText, {
  default: [],
  doc: "Folders besides the workspace that commands may change; ~ stands for the home folder.",
  project: "never",
});

export const sandboxNetwork = booleanSetting("sandbox.network", {
  default: false,
  doc: "Give commands in the sandbox the whole network.",
  project: "tighten",
  isTighter: (candidate, inForce) => !candidate || inForce,
});

export const sandboxHosts = listSetting("sandbox.hosts", isText, {
  default: [],
  doc: "Hosts that commands in the sandbox may reach, such as registry.npmjs.org, *.crates.io or localhost:3000.",
  project: "never",
});

export const sandboxUserCommands = booleanSetting("sandbox.userCommands", {
  default: false,
  doc: "Run the commands that you type yourself (!command) in the sandbox too.",
  project: "tighten",
  isTighter: (candidate, inForce) => candidate || !inForce,
});
