import { existsSync } from "node:fs";
import { join } from "node:path";

const PARENT_CHECK_MS = 1_000;
/** A release has the built site, and not what would build it. */
const RELEASE = join(import.meta.dirname, "../release.json");

process.env.NODE_ENV = "production";
if (!existsSync(RELEASE)) await buildIfChanged();
stopWithNpm();
await import("../build/server/index.js" as string);

async function buildIfChanged(): Promise<void> {
  const { build, isBuilt } = await import("./build.ts");
  if (isBuilt()) return;
  console.log("Building the site; this is only needed after a change.");
  await build();
}

/**
 * npm passes on SIGTERM and SIGINT. If npm itself is killed the server must not keep the port: the
 * next start would fail.
 */
function stopWithNpm(): void {
  if (process.env.npm_lifecycle_event !== "start") return;
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent) process.kill(process.pid, "SIGTERM");
  }, PARENT_CHECK_MS).unref();
}
