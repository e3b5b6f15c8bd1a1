// The `/sandbox` command: what holds commands back here, and which hosts they may reach.
import { parseGrant } from "../../services/sandbox/granted-hosts.ts";
import { describeSandbox, type SandboxStatus } from "../../services/sandbox/sandbox-status.ts";
import { sandboxEnabled, sandboxHosts } from "../../services/sandbox/settings.ts";
import { defineSlashCommand } from "../slash-command.ts";

export default defineSlashCommand({
  name: "sandbox",
  summary: "Show the sandbox, or let commands reach a host",
  usage: "[on|off|allow <host>|deny <host>]",
  propose: (typed) =>
    ["on", "off", "allow ", "deny "]
      .filter((value) => value.startsWith(typed))
      .map((value) => ({ value })),
  async run(argument, { sessions, settings, reply }) {
    const [word = "", host = ""] = argument.split(/\s+/);
    if (word === "") {
      const status = (await sessions.send({ type: "get_sandbox" })) as SandboxStatus;
      return reply(describeSandbox(status));
    }
    if ((word === "on" || word === "off") && host === "") {
      await settings.set(sandboxEnabled, word === "on");
      return reply(`The sandbox is ${word}, from the next session on; this one keeps what it has.`);
    }
    if (word !== "allow" && word !== "deny")
      return reply(
        "Say /sandbox, /sandbox on, /sandbox off, /sandbox allow <host> or /sandbox deny <host>.",
      );
    if (parseGrant(host) === undefined)
      return reply(`"${host}" is not a host; say for example registry.npmjs.org or *.crates.io.`);
    const others = settings.get(sandboxHosts).filter((one) => one !== host);
    await settings.set(sandboxHosts, word === "allow" ? [...others, host] : others);
    if (word === "allow") await sessions.send({ type: "allow_sandbox_host", host });
    return reply(
      word === "allow"
        ? `Commands in the sandbox may reach ${host}.`
        : `Commands in the sandbox no longer reach ${host}.`,
    );
  },
});
