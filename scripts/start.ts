import { build, isBuilt } from "./build.ts";

const PARENT_CHECK_MS = 1_000;

process.env.NODE_ENV = "production";
if (!isBuilt()) {
  console.log("Building the site; this is only needed after a change.");
  await build();
}
stopWithNpm();
await import("../build/server/index.js" as string);

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
