import { execFileSync } from "node:child_process";
import { closeSync, mkdirSync, openSync, writeSync } from "node:fs";
import { join } from "node:path";

const BLOCK = Buffer.alloc(64 * 1024);

/** A file system on which nothing more can be written; undefined where this user may not mount one. */
export function mountFullDisk(folder: string): { path: string; unmount: () => void } | undefined {
  const path = join(folder, "full-disk");
  mkdirSync(path);
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=1m,mode=755", "tmpfs", path], {
      stdio: "ignore",
    });
  } catch {
    return undefined;
  }
  const file = openSync(join(path, "filler"), "w");
  try {
    while (true) writeSync(file, BLOCK);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOSPC") throw error;
  } finally {
    closeSync(file);
  }
  return { path, unmount: () => execFileSync("umount", [path]) };
}
