// The few libc calls that neither Bun nor node:fs offers: real pipes (Bun's own stdio pipes are sockets, which
// breaks `> /dev/stdout` in children) and an anonymous file. It knows nothing of what they are used for.
import { closeSync, mkdtempSync, openSync, rmdirSync, unlinkSync } from "node:fs";
import { dlopen } from "bun:ffi";

const F_DUPFD_CLOEXEC = process.platform === "darwin" ? 67 : 1030;
const F_GETFL = 3;
const F_SETFL = 4;
const F_SETPIPE_SZ = 1031;
/** Above every number that a child's stdio is mapped to: Bun does not untangle overlapping ranges. */
const LOWEST_FD = 64;
const O_NONBLOCK = process.platform === "darwin" ? 4 : 0o4000;
const MFD_CLOEXEC = 1;
const PUNCH_HOLE_KEEP_SIZE = 3;

/** Both ends of a pipe. No child inherits either unless it is handed over explicitly. */
export interface PipeEnds {
  readonly read: number;
  readonly write: number;
}

/** System calls over raw descriptors; the caller owns and closes every descriptor it is given. */
export interface Libc {
  /** A pipe whose read end does not block; the write end does, as programs expect of their stdout. */
  openPipe(options?: { readonly capacityBytes?: number }): PipeEnds;
  /** A pipe that blocks on both ends: for handing the read end to a child. */
  openBlockingPipe(): PipeEnds;
  /** A regular file without a name. */
  openAnonymousFile(): number;
  /** Another descriptor for the same open file. */
  duplicate(fd: number): number;
  /** Gives the first `bytes` bytes of a file back to the system without moving the rest. */
  releasePrefix(fd: number, bytes: number): void;
}

/** The shared library to bind, always one that the loader already knows: never a path of the working directory. */
export function libcPath(): string {
  if (process.platform === "darwin") return "/usr/lib/libSystem.B.dylib";
  if (process.platform !== "linux") throw new Error(`no libc binding for ${process.platform}`);
  if (isGlibc()) return "libc.so.6";
  return `/lib/ld-musl-${process.arch === "arm64" ? "aarch64" : "x86_64"}.so.1`;
}

function isGlibc(): boolean {
  const report = process.report?.getReport() as
    { header?: { glibcVersionRuntime?: string } } | undefined;
  return report?.header?.glibcVersionRuntime !== undefined;
}

/** Binds the calls; about a millisecond, so keep the result where it is used more than once. */
export function openLibc(): Libc {
  const { pipe, fcntl } = dlopen(libcPath(), {
    pipe: { args: ["ptr"], returns: "i32" },
    fcntl: { args: ["i32", "i32", "i32"], returns: "i32" },
  }).symbols;
  const linux = process.platform === "linux" ? openLinux() : undefined;

  const raise = (fd: number): number => {
    const raised = fcntl(fd, F_DUPFD_CLOEXEC, LOWEST_FD);
    closeSync(fd);
    if (raised < 0) throw new Error("cannot open another descriptor: too many open files?");
    return raised;
  };
  const openBlockingPipe = (): PipeEnds => {
    const fds = new Int32Array(2);
    if (pipe(fds) !== 0) throw new Error("cannot open a pipe: too many open files?");
    const [read = -1, write = -1] = fds;
    return { read: raise(read), write: raise(write) };
  };
  return {
    openBlockingPipe,
    duplicate: (fd) => fcntl(fd, F_DUPFD_CLOEXEC, LOWEST_FD),
    openPipe({ capacityBytes } = {}) {
      const ends = openBlockingPipe();
      fcntl(ends.read, F_SETFL, fcntl(ends.read, F_GETFL, 0) | O_NONBLOCK);
      if (linux && capacityBytes !== undefined) fcntl(ends.read, F_SETPIPE_SZ, capacityBytes);
      return ends;
    },
    openAnonymousFile: () => raise(linux?.openAnonymousFile() ?? openUnlinkedFile()),
    releasePrefix: (fd, bytes) => linux?.releasePrefix(fd, bytes),
  };
}

function openLinux(): Pick<Libc, "openAnonymousFile" | "releasePrefix"> {
  const { memfd_create, fallocate } = dlopen(libcPath(), {
    memfd_create: { args: ["cstring", "u32"], returns: "i32" },
    fallocate: { args: ["i32", "i32", "i64", "i64"], returns: "i32" },
  }).symbols;
  return {
    openAnonymousFile() {
      const fd = memfd_create(Buffer.from("omp\0"), MFD_CLOEXEC);
      return fd >= 0 ? fd : openUnlinkedFile();
    },
    releasePrefix: (fd, bytes) => void fallocate(fd, PUNCH_HOLE_KEEP_SIZE, 0, bytes),
  };
}

function openUnlinkedFile(): number {
  const dir = mkdtempSync("/tmp/omp-");
  const path = `${dir}/file`;
  const fd = openSync(path, "wx+", 0o600);
  unlinkSync(path);
  rmdirSync(dir);
  return fd;
}

/** Closes descriptors that may already be gone: a double close is harmless at the end of a lifetime. */
export function closeQuietly(...fds: readonly number[]): void {
  for (const fd of fds) {
    try {
      closeSync(fd);
    } catch {
      // EBADF: somebody closed it before us, which is what we want.
    }
  }
}
