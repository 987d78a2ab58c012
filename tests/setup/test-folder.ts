import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statfsSync,
  statSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { HOUR_MS } from "#app/lib/durations.ts";

/** A file system in memory: on a slow disk, copying a database takes ten times as long. */
const MEMORY = "/dev/shm";
/** A run needs about 0.6 GB: each test drops its database. */
const MIN_FREE_BYTES = 2 * 1024 ** 3;
/** No run goes that long without creating a folder. */
const LEFT_AFTER_MS = 3 * HOUR_MS;

function chooseParent(): string {
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    if (bavail * bsize >= MIN_FREE_BYTES) return MEMORY;
  } catch {
    // Only Linux has it.
  }
  return tmpdir();
}

/** Creates a folder that the database user can enter, whose name begins with `prefix`. */
function createFolder(parent: string, prefix: string): string {
  const folder = mkdtempSync(join(parent, `${prefix}-`));
  chmodSync(folder, 0o755);
  return folder;
}

/**
 * Deletes what killed runs have left. Runs in other containers may share the folder, but not the
 * process numbers, so nothing recent is deleted.
 */
function deleteLeftovers(runs: string): void {
  for (const name of readdirSync(runs)) {
    const path = join(runs, name);
    const { mtimeMs } = statSync(path, { throwIfNoEntry: false }) ?? {};
    if (mtimeMs !== undefined && Date.now() - mtimeMs > LEFT_AFTER_MS)
      rmSync(path, { recursive: true, force: true });
  }
}

/**
 * The folder of this test run, which is deleted when its first process exits; the other processes
 * inherit its path.
 */
function getRunFolder(): string {
  if (process.env.TEST_RUN_FOLDER) return process.env.TEST_RUN_FOLDER;
  const runs = join(chooseParent(), `henry-tests-${process.getuid?.() ?? 0}`);
  mkdirSync(runs, { recursive: true, mode: 0o755 });
  deleteLeftovers(runs);
  const folder = createFolder(runs, "run");
  process.env.TEST_RUN_FOLDER = folder;
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/**
 * Creates a folder that is deleted with this test run. The database user can enter it, even if the
 * project is below a folder of mode 700.
 * @param name how its name begins
 */
export const createTestFolder = (name: string): string => createFolder(getRunFolder(), name);
