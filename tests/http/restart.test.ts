import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { expect, inject, onTestFinished, test } from "vitest";
import { buildRecord } from "#app/features/requests/intake/build-record.ts";
import { buildQuote } from "../factories.ts";
import { type BuiltSite, startBuiltSite, startSiteByNpm } from "../setup/built-site.ts";
import { createTestFolder } from "../setup/test-folder.ts";
import { APP_SECRET } from "../staff.ts";

/** An environment separate from the shared site, because these tests kill the server. */
const environment = () => ({
  DATA_DIR: createTestFolder("restart"),
  DATABASE_URL: "",
  CONTACT_SYNC_URL: "",
});

/** Starts a site that ends with its test, also if it fails: otherwise the run would wait for it. */
async function startNpmSite(env: Record<string, string>): Promise<BuiltSite> {
  const site = await startSiteByNpm(env);
  onTestFinished(() => {
    if (isGroupAlive(site.child)) process.kill(-(site.child.pid ?? 0), "SIGKILL");
  });
  return site;
}

const postRequest = (url: string, name: string) =>
  fetch(`${url}/functions/v1/contact-sync`, {
    method: "POST",
    headers: {
      Authorization: "Bearer public-anon-key",
      "Content-Type": "application/json",
      "Idempotency-Key": `restart-${name}`,
    },
    body: JSON.stringify({
      type: "INSERT",
      record: buildRecord(buildQuote({ name }), { serviceType: "Plumbing", now: new Date() }),
    }),
  });

async function listStoredNames(dataDir: string): Promise<string[]> {
  const databaseDir = join(dataDir, "postgres");
  const client = new pg.Client({
    connectionString: `postgres://app:${readFileSync(join(databaseDir, "password"), "utf8").trim()}@127.0.0.1:${readFileSync(join(databaseDir, "port"), "utf8").trim()}/app`,
  });
  await client.connect();
  const { rows } = await client.query("select customer_name from service_requests order by id");
  await client.end();
  return rows.map((row) => row.customer_name);
}

/** Whether any process that npm started is still running. */
function isGroupAlive({ pid = 0 }: ChildProcess): boolean {
  try {
    return process.kill(-pid, 0);
  } catch {
    return false;
  }
}

async function expectNothingLeft(
  { child, url }: { child: ChildProcess; url: string },
  dataDir: string,
): Promise<void> {
  expect(isGroupAlive(child)).toBe(false);
  await expect(fetch(`${url}/healthz`)).rejects.toThrow();
  expect(existsSync(join(dataDir, "postgres/cluster/postmaster.pid"))).toBe(false);
}

test("acknowledged requests survive kill -9 of the server, and of server and database together", async () => {
  const env = environment();
  const firstSite = await startBuiltSite(env);
  expect((await postRequest(firstSite.url, "before")).status).toBe(200);
  firstSite.child.kill("SIGKILL");
  await once(firstSite.child, "exit");

  const secondSite = await startBuiltSite(env);
  expect((await postRequest(secondSite.url, "between")).status).toBe(200);
  const postmaster = Number(
    readFileSync(join(env.DATA_DIR, "postgres/cluster/postmaster.pid"), "utf8").split("\n")[0],
  );
  secondSite.child.kill("SIGKILL");
  process.kill(postmaster, "SIGKILL");
  await once(secondSite.child, "exit");

  const thirdSite = await startNpmSite(env);
  expect((await postRequest(thirdSite.url, "after")).status).toBe(200);
  expect((await postRequest(thirdSite.url, "before")).status).toBe(200);
  expect(await listStoredNames(env.DATA_DIR)).toEqual(["before", "between", "after"]);
  // Only npm is signaled, as by `kill`; the server and the database end with it.
  thirdSite.child.kill("SIGTERM");
  const [code] = await once(thirdSite.child, "exit");
  expect(code).toBe(0);
  await expectNothingLeft(thirdSite, env.DATA_DIR);
});

test("when the database dies, requests wait or get a 503, and it restarts automatically", async () => {
  const env = environment();
  const { child, url } = await startNpmSite(env);
  expect((await postRequest(url, "before")).status).toBe(200);
  process.kill(
    Number(
      readFileSync(join(env.DATA_DIR, "postgres/cluster/postmaster.pid"), "utf8").split("\n")[0],
    ),
    "SIGKILL",
  );
  const statuses = new Set<number>();
  // The pool finds its dead connections one by one, so a page may still fail after a request.
  for (const send of [() => postRequest(url, "after"), () => fetch(`${url}/quote`)])
    await expect
      .poll(
        async () => {
          const { status } = await send();
          statuses.add(status);
          return status;
        },
        // PostgreSQL recovers at the speed of the disk, which can take seconds.
        { timeout: 30_000 },
      )
      .toBe(200);
  expect([...statuses].filter((status) => status !== 200 && status !== 503)).toEqual([]);
  expect(await listStoredNames(env.DATA_DIR)).toEqual(["before", "after"]);
  // Ctrl-C reaches every process of the terminal, and npm forwards it to them again.
  process.kill(-(child.pid ?? 0), "SIGINT");
  await once(child, "exit");
  await expectNothingLeft({ child, url }, env.DATA_DIR);
});

test("a server whose npm was killed releases its port", async () => {
  const { databaseUrl } = inject("sharedSite");
  const env = { ...environment(), DATABASE_URL: databaseUrl, APP_SECRET, ROLE: "web" };
  const { child, url } = await startNpmSite(env);
  child.kill("SIGKILL");
  await once(child, "exit");
  await expect
    .poll(() =>
      fetch(`${url}/healthz`).then(
        ({ status }) => status,
        () => "closed",
      ),
    )
    .toBe("closed");
  await expect.poll(() => isGroupAlive(child)).toBe(false);
});
