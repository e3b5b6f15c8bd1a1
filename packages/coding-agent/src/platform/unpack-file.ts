// Puts a file that the program carries inside itself onto the disk, so that the system can run it. The folder is the
// user's alone, the file is written whole or not at all, and what lies there already is used only when its bytes are right.
import {
  closeSync,
  fchmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";

export interface UnpackedFile {
  readonly name: string;
  /** Of its bytes. */
  readonly sha256: string;
  readonly readBytes: () => Uint8Array;
}

/** The path of the file, in `folder` or, where that cannot be used, in a new folder below `tmp`. */
export function unpackFile(file: UnpackedFile, folder: string, tmp: string): string | undefined {
  try {
    if (makePrivate(folder)) return unpackInto(folder, file);
  } catch {
    // A read-only home, a full disk: the temporary folder is the next try.
  }
  try {
    return unpackInto(mkdtempSync(join(tmp, "omp-unpacked-")), file);
  } catch {
    return undefined; // There is no place to put it; whoever asked goes on without it.
  }
}

function unpackInto(folder: string, { name, sha256, readBytes }: UnpackedFile): string {
  const target = join(folder, `${sha256.slice(0, 16)}-${name}`);
  if (holds(target, sha256)) return target;
  const temporary = join(folder, `.${crypto.randomUUID()}.tmp`);
  const fd = openSync(temporary, "wx", 0o700);
  try {
    writeFileSync(fd, readBytes());
    fchmodSync(fd, 0o700);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  } finally {
    closeSync(fd);
  }
  renameSync(temporary, target);
  return target;
}

function holds(path: string, sha256: string): boolean {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (stats?.isFile() !== true) return false;
  return new Bun.CryptoHasher("sha256").update(readFileSync(path)).digest("hex") === sha256;
}

/** Whether the folder is there and nobody else can write to it. */
function makePrivate(folder: string): boolean {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const stats = lstatSync(folder);
  const isOurs = process.getuid === undefined || stats.uid === process.getuid();
  return stats.isDirectory() && isOurs && (stats.mode & 0o022) === 0;
}
