import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { expect, inject, test } from "vitest";
import { findFreePort } from "#server/postgres-cluster.ts";
import { copyDatabase, dropDatabase } from "../setup/database.ts";
import { createTestFolder } from "../setup/test-folder.ts";
import { APP_SECRET } from "../staff.ts";

const ROOT = join(import.meta.dirname, "../..");

test("a worker answers probes and metrics at WORKER_PORT, and has no pages", async () => {
  const databaseUrl = await copyDatabase(inject("sharedSite").templateUrl);
  const port = await findFreePort();
  const worker = spawn(process.execPath, ["scripts/start.ts"], {
    cwd: ROOT,
    stdio: ["ignore", "ignore", "inherit"],
    env: {
      ...process.env,
      ROLE: "worker",
      WORKER_PORT: String(port),
      DATABASE_URL: databaseUrl,
      DATA_DIR: createTestFolder("worker"),
      APP_SECRET,
      LOG_LEVEL: "error",
    },
  });
  const exit = once(worker, "exit");
  const get = (path: string) => fetch(`http://127.0.0.1:${port}${path}`);
  try {
    const isReady = () =>
      get("/readyz").then(
        ({ ok }) => ok,
        () => false,
      );
    await expect.poll(isReady).toBe(true);
    expect((await get("/healthz")).status).toBe(200);
    expect(await (await get("/metrics")).text()).toContain("crm_outbox_rows");
    for (const path of ["/", "/backyard", "/readyz/", "/functions/v1/quote-form"])
      expect((await get(path)).status, path).toBe(404);
  } finally {
    worker.kill("SIGTERM");
    expect(await exit).toEqual([0, null]);
    await dropDatabase(databaseUrl);
  }
});
