// npm, pnpm, yarn and bun: what they fetch, resolve and advertise. Scripts that they run print what test runners print.
import { jest } from "./jest.ts";
import { dropping, type Minimizer } from "./minimizer.ts";

const OWN = dropping(
  /^npm (?:http|timing|sill|silly|verb|verbose|info) /,
  /^npm (?:warn|WARN) deprecated /,
  /^npm notice/,
  /^\d+ packages? (?:are|is) looking for funding/,
  /^\s*run `npm fund` for details/,
  /^(?:Progress: resolved|Packages: \+|\++$|Downloading |Already up to date)/,
  /^Lockfile is up to date, resolution step is skipped/,
  /^\[\d+\/\d+\] (?:🔍|🚚|🔗|🔨|📃)?\s*(?:Validating|Resolving|Fetching|Linking|Building|Rebuilding)/,
  /^➤ YN0000: (?:┌|└|· Yarn )/,
  /^➤ YN0013:|^➤ YN0019:|^➤ YN0085:/,
  /^(?:info|success) (?:No lockfile found|Direct dependencies|All dependencies|Saved lockfile|Visit https)/,
  /^[├└]─ /,
  /^\s*(?:╭─+╮|╰─+╯|│\s*│)$/,
  /^\s*│\s+(?:Update available!|Changelog: https|To update, run: )/,
  /^(?:Resolving dependencies|Resolved, downloaded and extracted|Saved lockfile|\[\d+(?:\.\d+)?ms\] )/,
  /^> \S+@\S+ \S+/,
);

export const nodePackages: Minimizer = {
  name: "npm",
  matches: ([program = ""]) => ["npm", "pnpm", "yarn", "bun"].includes(program),
  filter: () => {
    const [isOwnNoise, isTestNoise] = [OWN(), jest.filter()];
    return (line) => isOwnNoise(line) || isTestNoise(line);
  },
};
