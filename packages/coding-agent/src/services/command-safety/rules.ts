// Which rules hold for which program.
import type { Rule } from "./invocation.ts";
import { changeTree, find, mv, rm, rsync, shred } from "./rules-delete.ts";
import { alias, evaluate, interpreter, runsFile, shell, source, ssh } from "./rules-run-code.ts";
import * as system from "./rules-system.ts";
import { dd, sed, tar, writesLast, writesOperands } from "./rules-write.ts";

const RULES: readonly (readonly [RegExp, Rule])[] = [
  [/^(?:g?rm|srm)$/, rm],
  [/^g?find$/, find],
  [/^shred$/, shred],
  [/^mv$/, mv],
  [/^(?:mv|cp|install|ln)$/, writesLast],
  [/^(?:chmod|chown|chgrp|setfacl)$/, changeTree],
  [/^rsync$/, rsync],
  [/^(?:tee|truncate|sponge)$/, writesOperands],
  [/^dd$/, dd],
  [/^g?sed$/, sed],
  [/^(?:bsd|g)?tar$/, tar],
  [/^(?:shutdown|poweroff|reboot|halt)$/, system.stopsMachine],
  [/^(?:init|telinit)$/, system.init],
  [/^systemctl$/, system.systemctl],
  [/^(?:mkfs(?:\..*)?|mke2fs|mkswap|newfs|mkdosfs)$/, system.makesFileSystem],
  [/^(?:fdisk|sfdisk|sgdisk|gdisk|parted|wipefs|blkdiscard|hdparm|badblocks)$/, system.editsDisk],
  [/^cryptsetup$/, system.cryptsetup],
  [/^kill$/, system.kill],
  [/^killall5$/, system.killsAll],
  [/^pkill$/, system.pkill],
  [/^(?:nc|ncat|netcat)$/, system.netcat],
  [/^socat$/, system.socat],
  [/^crontab$/, system.crontab],
  [/^(?:r?bash|sh|dash|ash|zsh|fish|m?ksh|t?csh)$/, shell],
  [/^eval$/, evaluate],
  [/^(?:source|\.)$/, source],
  [/^(?:python|pypy|perl|ruby|node|nodejs|php|bun|deno|lua|osascript|Rscript)[\d.]*$/, interpreter],
  [/^ssh$/, ssh],
  [/^alias$/, alias],
  [/./s, runsFile],
];

/** The rules for a program. */
export function rulesFor(name: string): Rule[] {
  return RULES.flatMap(([pattern, rule]) => (pattern.test(name) ? [rule] : []));
}
