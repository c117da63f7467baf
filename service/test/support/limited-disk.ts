import { execFileSync, spawnSync } from "node:child_process";
import { closeSync, openSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";

/** A small file system of its own, in memory, which can be filled. */
export interface LimitedDisk {
  /** Writes until nothing more can be written. */
  fill(): void;
  /** Makes room again. */
  empty(): void;
  unmount(): void;
}

/** Mounts a file system of some bytes at a folder; undefined if this user is not permitted to. */
export function mountDisk(folder: string, size: number): LimitedDisk | undefined {
  const options = ["-t", "tmpfs", "-o", `size=${size},mode=755`, "tmpfs"];
  if (spawnSync("mount", [...options, folder]).status !== 0) {
    return undefined;
  }
  const ballast = join(folder, "ballast");
  return {
    fill: () => writeUntilFull(ballast),
    empty: () => rmSync(ballast, { force: true }),
    unmount: () => execFileSync("umount", ["--lazy", folder]),
  };
}

function writeUntilFull(path: string): void {
  const file = openSync(path, "w");
  const piece = Buffer.alloc(1 << 20);
  for (let size = piece.byteLength; size > 0;) {
    try {
      writeSync(file, piece, 0, size);
    } catch {
      size = Math.floor(size / 2);
    }
  }
  closeSync(file);
}
