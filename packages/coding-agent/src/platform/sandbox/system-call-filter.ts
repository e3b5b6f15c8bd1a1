// A seccomp program: which system calls commands in a sandbox may not make. Pure; it only produces bytes.

type Architecture = "x64" | "arm64";

/** Numbers by architecture, x64 first. */
const DENIED: Readonly<Record<string, readonly [number, number]>> = {
  acct: [163, 89],
  add_key: [248, 217],
  bpf: [321, 280],
  chroot: [161, 51],
  clock_settime: [227, 112],
  delete_module: [176, 106],
  finit_module: [313, 273],
  fsconfig: [431, 431],
  fsmount: [432, 432],
  fsopen: [430, 430],
  fspick: [433, 433],
  init_module: [175, 105],
  io_uring_setup: [425, 425],
  kexec_file_load: [320, 294],
  kexec_load: [246, 104],
  keyctl: [250, 219],
  mount: [165, 40],
  mount_setattr: [442, 442],
  move_mount: [429, 429],
  open_by_handle_at: [304, 265],
  open_tree: [428, 428],
  perf_event_open: [298, 241],
  pivot_root: [155, 41],
  quotactl: [179, 60],
  reboot: [169, 142],
  request_key: [249, 218],
  sethostname: [170, 161],
  setns: [308, 268],
  settimeofday: [164, 170],
  swapoff: [168, 225],
  swapon: [167, 224],
  umount2: [166, 39],
  userfaultfd: [323, 282],
};
const SOCKET = [41, 198] as const;
const CONNECT = [42, 203] as const;
const IOCTL = [16, 29] as const;
const UNSHARE = [272, 97] as const;
const CLONE = [56, 220] as const;
/** Its flags lie in memory, where no filter sees them; libraries fall back to `clone`. */
const CLONE3 = [435, 435] as const;
const AUDIT_ARCH: Readonly<Record<Architecture, number>> = { x64: 0xc000003e, arm64: 0xc00000b7 };

const AF_UNIX = 1;
const FAMILIES = [AF_UNIX, 2 /* inet */, 10 /* inet6 */, 16 /* netlink */];
const SOCK_DGRAM = 2;
const TERMINAL_INPUT = [0x5412 /* TIOCSTI */, 0x541c /* TIOCLINUX */];
const NEW_NAMESPACES = 0x7e020000;
const X32 = 0x40000000;

const LOAD = 0x20;
const JUMP_EQUAL = 0x15;
const JUMP_AT_LEAST = 0x35;
const AND = 0x54;
const RETURN = 0x06;
const NUMBER_AT = 0;
const ARCHITECTURE_AT = 4;
const argumentAt = (index: number): number => 16 + 8 * index;

type Instruction = readonly [code: number, ifTrue: number, ifFalse: number, value: number];
const allow: Instruction = [RETURN, 0, 0, 0x7fff0000];
const refuse = (errno: number): Instruction => [RETURN, 0, 0, 0x00050000 | errno];
const load = (offset: number): Instruction => [LOAD, 0, 0, offset];
const EPERM = 1;
const ENOSYS = 38;
const EAFNOSUPPORT = 97;

export interface FilterOptions {
  /** Commands without a network namespace of their own and without network get no sockets that reach anybody. */
  readonly isolatesSockets: boolean;
}

/** The program as the kernel reads it, or undefined on an architecture whose numbers are not known. */
export function systemCallFilter(
  architecture: string,
  { isolatesSockets }: FilterOptions,
): Uint8Array | undefined {
  if (architecture !== "x64" && architecture !== "arm64") return undefined;
  const pick = (numbers: readonly [number, number]): number =>
    numbers[architecture === "x64" ? 0 : 1];
  const program: Instruction[] = [
    load(ARCHITECTURE_AT),
    [JUMP_EQUAL, 1, 0, AUDIT_ARCH[architecture]],
    refuse(ENOSYS),
    load(NUMBER_AT),
    [JUMP_AT_LEAST, 0, 1, X32],
    refuse(ENOSYS),
  ];
  for (const numbers of Object.values(DENIED))
    program.push(...onCall(pick(numbers), [refuse(EPERM)]));
  program.push(...onCall(pick(IOCTL), refuseValues(1, TERMINAL_INPUT)));
  for (const call of [UNSHARE, CLONE])
    program.push(...onCall(pick(call), refuseBits(0, NEW_NAMESPACES)));
  program.push(...onCall(pick(CLONE3), [refuse(ENOSYS)]));
  program.push(...onCall(pick(SOCKET), isolatesSockets ? LOCAL_STREAMS_ONLY : onlyFamilies()));
  if (isolatesSockets) program.push(...onCall(pick(CONNECT), [refuse(EPERM)]));
  return encode([...program, allow]);
}

function onCall(number: number, then: readonly Instruction[]): Instruction[] {
  return [[JUMP_EQUAL, 0, then.length, number], ...then];
}

function refuseValues(argument: number, values: readonly number[]): Instruction[] {
  const tests = values.flatMap((value): Instruction[] => [
    [JUMP_EQUAL, 0, 1, value],
    refuse(EPERM),
  ]);
  return [load(argumentAt(argument)), ...tests, allow];
}

function refuseBits(argument: number, bits: number): Instruction[] {
  return [
    load(argumentAt(argument)),
    [AND, 0, 0, bits],
    [JUMP_EQUAL, 0, 1, 0],
    allow,
    refuse(EPERM),
  ];
}

function onlyFamilies(): Instruction[] {
  const tests = FAMILIES.flatMap((family): Instruction[] => [[JUMP_EQUAL, 0, 1, family], allow]);
  return [load(argumentAt(0)), ...tests, refuse(EAFNOSUPPORT)];
}

const LOCAL_STREAMS_ONLY: readonly Instruction[] = [
  load(argumentAt(0)),
  [JUMP_EQUAL, 1, 0, AF_UNIX],
  refuse(EPERM),
  load(argumentAt(1)),
  [AND, 0, 0, 0xf],
  [JUMP_EQUAL, 0, 1, SOCK_DGRAM],
  refuse(EPERM),
  allow,
];

function encode(program: readonly Instruction[]): Uint8Array {
  const bytes = Buffer.alloc(program.length * 8);
  for (const [index, [code, ifTrue, ifFalse, value]] of program.entries()) {
    bytes.writeUInt16LE(code, index * 8);
    bytes.writeUInt8(ifTrue, index * 8 + 2);
    bytes.writeUInt8(ifFalse, index * 8 + 3);
    bytes.writeUInt32LE(value >>> 0, index * 8 + 4);
  }
  return bytes;
}
