// Rules for what stops the machine, wipes disks, kills everything or opens a door to it.
import { operandsOf, type Rule } from "./invocation.ts";

export const stopsMachine: Rule = ({ name }) => `stops or restarts the machine (${name})`;

export const init: Rule = ({ args }) =>
  /^[06]$/.test(args[0] ?? "") ? "stops or restarts the machine" : undefined;

export const systemctl: Rule = ({ args }) => {
  const action = operandsOf(args, new Set(["-H", "-M", "-t", "-p"]))[0] ?? "";
  return /^(?:poweroff|reboot|halt|kexec|soft-reboot|emergency|rescue|exit)$/.test(action)
    ? `stops or restarts the machine (systemctl ${action})`
    : undefined;
};

export const makesFileSystem: Rule = ({ name }) => `wipes a disk (${name})`;

export const editsDisk: Rule = ({ name, args }) =>
  args.some((arg) => arg.startsWith("/dev/")) &&
  !args.some((arg) => /^(?:-l|--list|--help|-V|print|-d|-n|--no-act)$/.test(arg))
    ? `changes a disk (${name})`
    : undefined;

export const cryptsetup: Rule = ({ args }) =>
  /^(?:--version|--help|-V|-\?|status|isLuks|luksDump|benchmark)$/.test(args[0] ?? "")
    ? undefined
    : "changes an encrypted disk";

const SIGNAL_WITH_NAME = /^-[sn]$/;

export const kill: Rule = ({ args }) => {
  if (/^-[lL]$/.test(args[0] ?? "")) return undefined;
  const rest = SIGNAL_WITH_NAME.test(args[0] ?? "") ? args.slice(2) : args;
  // The first dashed word is a signal; only what follows names processes.
  const hasSignal = rest !== args || rest[0]?.startsWith("-") === true;
  const targets = rest !== args || !hasSignal ? rest : rest.slice(1);
  const worst = targets.find((target) => /^(?:0*1|-0*1)$/.test(target));
  return worst === undefined
    ? undefined
    : worst.startsWith("-")
      ? "kills every process"
      : "kills the first process";
};

export const killsAll: Rule = ({ name }) => `kills every process (${name})`;

export const pkill: Rule = ({ args }) =>
  operandsOf(args, new Set(["-u", "-U", "-t", "-g"])).some((pattern) => /^\.?\*?$/.test(pattern))
    ? "kills every process"
    : undefined;

export const netcat: Rule = ({ args }) =>
  args.some((arg) => /^-[a-zA-Z]*[ec]$|^--(?:exec|sh-exec|lua-exec)/.test(arg))
    ? "gives a shell to the network"
    : undefined;

export const socat: Rule = ({ args }) =>
  args.some((arg) => /^(?:exec|system|shell):/i.test(arg))
    ? "gives a shell to the network"
    : undefined;

export const crontab: Rule = ({ args }) =>
  args.includes("-r") ? "deletes all scheduled jobs" : undefined;
