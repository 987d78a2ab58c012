import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A file system in memory: on a slow disk, copying a database takes ten times as long. */
const MEMORY = "/dev/shm";
/** A run needs about 2.3 GB. */
const MIN_FREE_BYTES = 4 * 1024 ** 3;

function chooseParent(): string {
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    if (bavail * bsize >= MIN_FREE_BYTES) return MEMORY;
  } catch {
    // Only Linux has it.
  }
  return tmpdir();
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/**
 * The folder of this test run, which is deleted when its first process exits; the other processes
 * inherit its path. Also deletes what killed runs have left.
 */
function getRunFolder(): string {
  if (process.env.TEST_RUN_FOLDER) return process.env.TEST_RUN_FOLDER;
  const runs = join(chooseParent(), `henry-tests-${process.getuid?.() ?? 0}`);
  mkdirSync(runs, { recursive: true, mode: 0o755 });
  for (const pid of readdirSync(runs))
    if (!isRunning(Number(pid))) rmSync(join(runs, pid), { recursive: true, force: true });
  const folder = join(runs, String(process.pid));
  mkdirSync(folder, { mode: 0o755 });
  process.env.TEST_RUN_FOLDER = folder;
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/**
 * Creates a folder that is deleted with this test run. The database user can enter it, even if the
 * project is below a folder of mode 700.
 * @param name how its name begins
 */
export function createTestFolder(name: string): string {
  const folder = mkdtempSync(join(getRunFolder(), `${name}-`));
  chmodSync(folder, 0o755);
  return folder;
}
