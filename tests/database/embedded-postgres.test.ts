import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { migrateDatabase } from "#app/db/migrate.server.ts";
import { parseEnv } from "#app/lib/env.server.ts";
import { createLogger } from "#app/lib/logger.server.ts";
import { connectDatabase } from "#server/database.ts";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "#server/embedded-postgres.ts";
import { createTestFolder } from "../setup/test-folder.ts";

const MODE_BITS = 0o777;
const dataDir = createTestFolder("embedded");
const start = () => startEmbeddedPostgres({ dataDir, explicit: true });
/** While it is stopped, another test may take its port: then it gets another one. */
let postgres: EmbeddedPostgres;

beforeAll(async () => {
  // Leftovers of an interrupted first start.
  for (const path of ["postgres/cluster/base", "postgres/cluster.new/base"])
    mkdirSync(join(dataDir, path), { recursive: true });
  postgres = await start();
  await migrateDatabase(postgres.url);
});
afterAll(async () => {
  await postgres.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

const pidFile = () => join(postgres.directory, "cluster/postmaster.pid");
const getPort = (url: string) => new URL(url).port;

async function query(url: string, text: string, values: unknown[] = []) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(text, values)).rows;
  } finally {
    await client.end();
  }
}
const writeRow = (url: string, key: string) =>
  query(url, "insert into settings (key, value, updated_at) values ($1, '1', now())", [key]);
const listStoredKeys = async (url: string) =>
  (await query(url, "select key from settings order by key")).map((row) => row.key);

/** Starts another process on the same folder, and resolves once it is connected. */
async function joinFromOtherProcess() {
  const child = spawn(
    process.execPath,
    [join(import.meta.dirname, "../setup/hold-postgres.ts"), dataDir],
    { stdio: ["pipe", "pipe", "inherit"] },
  );
  for await (const line of createInterface({ input: child.stdout })) {
    const leave = async () => {
      child.stdin.end();
      await once(child, "exit");
    };
    return { ...(JSON.parse(line) as { url: string; adopted: boolean }), leave };
  }
  throw new Error("the other process ended before it was connected");
}

test("only this machine can connect, and only with the password in its file", async () => {
  expect(statSync(join(postgres.directory, "password")).mode & MODE_BITS).toBe(0o600);
  expect(statSync(join(postgres.directory, "cluster")).mode & MODE_BITS).toBe(0o700);
  expect(
    await query(
      postgres.url,
      "select current_setting('listen_addresses') as listen, current_setting('fsync') as fsync",
    ),
  ).toEqual([{ listen: "127.0.0.1", fsync: "on" }]);
  const wrongUrl = new URL(postgres.url);
  for (const password of ["", "app", "postgres"]) {
    wrongUrl.password = password;
    await expect(query(wrongUrl.href, "select 1")).rejects.toThrow(/password/);
  }
});

test("a folder of an earlier release gets the application's role, even by concurrent or repeated starts", async () => {
  expect(statSync(join(postgres.directory, "login-password")).mode & MODE_BITS).toBe(0o600);
  await expect(query(postgres.loginUrl, "select 1")).rejects.toThrow(/password|authentication/);
  const { login } = postgres;
  // As that release created it: with the right to switch to the application's role, and no other.
  await query(postgres.url, "create role app_runtime nologin");
  await query(postgres.url, "create role app_login login noinherit");
  await query(postgres.url, "grant app_runtime to app_login with inherit false, set true");
  await Promise.all([
    migrateDatabase(postgres.url, { login, setPassword: true }),
    migrateDatabase(postgres.url, { login, setPassword: true }),
  ]);
  expect(await query(postgres.loginUrl, "select current_user as name")).toEqual([
    { name: "app_login" },
  ]);
  // The role follows a new password in the file, as after the file was lost.
  await migrateDatabase(postgres.url, {
    login: { ...login, password: "another" },
    setPassword: true,
  });
  await expect(query(postgres.loginUrl, "select 1")).rejects.toThrow(/password/);
  await migrateDatabase(postgres.url, { login, setPassword: true });
});

test("the application's connections cannot become the owner of the database", async () => {
  const { db, directUrl } = await connectDatabase(
    parseEnv({ DATA_DIR: dataDir }),
    createLogger("silent"),
  );
  expect(directUrl()).toBe(postgres.loginUrl);
  const client = await db.$client.connect();
  const rightsQuery =
    "select current_user as name, (select rolsuper from pg_roles where rolname = current_user) as super, has_table_privilege('audit_log', 'delete') as erases";
  try {
    for (const statement of [
      "set role app",
      "set role postgres",
      "set session authorization app",
      "set session authorization postgres",
      "set local role app",
    ]) {
      await expect(client.query(statement), statement).rejects.toMatchObject({
        code: expect.stringMatching(/^(?:42501|22023)$/),
      });
      expect((await client.query(rightsQuery)).rows, statement).toEqual([
        { name: "app_login", super: false, erases: false },
      ]);
    }
    // These are always allowed, but gain no rights.
    for (const statement of [
      "reset role",
      "set role none",
      "reset session authorization",
      "reset all",
      "discard all",
    ]) {
      await client.query(statement);
      const [current] = (
        await client.query(
          "select current_user as name, session_user as signed_in, (select rolsuper from pg_roles where rolname = current_user) as super",
        )
      ).rows;
      expect(current, statement).toMatchObject({
        name: expect.stringMatching(/^app_(?:login|runtime)$/),
        signed_in: "app_login",
        super: false,
      });
      for (const forbidden of [
        "alter role app_login superuser",
        "grant app to app_login",
        "delete from audit_log",
        "drop table service_requests",
        "select pg_read_file('postgresql.conf')",
      ]) {
        await expect(client.query(forbidden), `${statement}; ${forbidden}`).rejects.toMatchObject({
          code: "42501",
        });
      }
    }
  } finally {
    client.release();
    await db.$client.end();
  }
});

test("rows survive a killed server, which restarts on the same port", async () => {
  await writeRow(postgres.url, "before-the-crash");
  const killedPid = Number(readFileSync(pidFile(), "utf8").split("\n")[0]);
  process.kill(killedPid, "SIGKILL");
  const restarted = await start();
  expect(restarted.adopted).toBe(false);
  expect(restarted.url).toBe(postgres.url);
  expect(Number(readFileSync(pidFile(), "utf8").split("\n")[0])).not.toBe(killedPid);
  expect(await listStoredKeys(restarted.url)).toContain("before-the-crash");
});

test("a second start adopts the running server", async () => {
  const secondStart = await start();
  expect(secondStart).toMatchObject({
    adopted: true,
    url: postgres.url,
    directory: postgres.directory,
  });
  expect(getPort(secondStart.url)).toBe(readFileSync(pidFile(), "utf8").split("\n")[3]);
});

test("of two processes that share the server, the last one stops it", async () => {
  const otherProcess = await joinFromOtherProcess();
  expect(otherProcess).toMatchObject({ adopted: true, url: postgres.url });
  await postgres.stop();
  await writeRow(postgres.url, "while-shared");

  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  await otherProcess.leave();
  expect((await client.query("select 1 as still")).rows).toEqual([{ still: 1 }]);
  await client.end();

  await postgres.stop();
  expect(existsSync(pidFile())).toBe(false);
  await expect(query(postgres.url, "select 1")).rejects.toMatchObject({ code: "ECONNREFUSED" });
});

test("a connection that is still closing does not keep it running", async () => {
  postgres = await start();
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  const stopping = postgres.stop();
  await expect
    .poll(
      async () =>
        (
          await client.query(
            "select from pg_stat_activity where query like '%as others%' and pid <> pg_backend_pid()",
          )
        ).rowCount,
    )
    .toBe(1);
  await client.end();
  await stopping;
  expect(existsSync(pidFile())).toBe(false);
});

test("two processes that start it at the same time share one server", async () => {
  await postgres.stop();
  const [ownServer, otherProcess] = await Promise.all([start(), joinFromOtherProcess()]);
  postgres = ownServer;
  expect(ownServer.url).toBe(otherProcess.url);
  expect(await listStoredKeys(ownServer.url)).toContain("while-shared");
  await otherProcess.leave();
});

test("a stale pid file with the number of another process does not prevent a start", async () => {
  await postgres.stop();
  // A process of the database's own user, which PostgreSQL takes for a running server.
  const { uid, gid } = statSync(join(postgres.directory, "cluster"));
  const unrelatedProcess = spawn("cat", {
    uid,
    gid,
    cwd: "/",
    stdio: ["pipe", "ignore", "ignore"],
  });
  await once(unrelatedProcess, "spawn");
  try {
    writeFileSync(
      pidFile(),
      `${unrelatedProcess.pid}\n${join(postgres.directory, "cluster")}\n1\n${getPort(postgres.url)}\n\n127.0.0.1\n`,
    );
    postgres = await start();
    expect(postgres.adopted).toBe(false);
    expect(await listStoredKeys(postgres.url)).toContain("before-the-crash");
  } finally {
    unrelatedProcess.kill();
  }
});

test("a killed server that is still a zombie is started again, once its children are gone", async () => {
  const killedPid = Number(readFileSync(pidFile(), "utf8").split("\n")[0]);
  process.kill(killedPid, "SIGKILL");
  // The parent never waits for its child, as in a container without an init process.
  const parent = spawn("sh", ["-c", "true & echo $!; exec sleep 60"], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [zombiePid] = await once(createInterface({ input: parent.stdout }), "line");
  try {
    const [, ...otherLines] = readFileSync(pidFile(), "utf8").split("\n");
    writeFileSync(pidFile(), [zombiePid, ...otherLines].join("\n"));
    postgres = await start();
    expect(postgres.adopted).toBe(false);
    expect(await listStoredKeys(postgres.url)).toContain("before-the-crash");
  } finally {
    parent.kill();
  }
});

test("another port is used if the old one is taken", async () => {
  await postgres.stop();
  const portHolder = spawn(
    process.execPath,
    [
      "-e",
      `require("net").createServer().listen(${getPort(postgres.url)}, "127.0.0.1", () => console.log("taken"))`,
    ],
    {
      stdio: ["ignore", "pipe", "inherit"],
    },
  );
  await once(portHolder.stdout, "data");
  try {
    const restarted = await start();
    expect(getPort(restarted.url)).not.toBe(getPort(postgres.url));
    expect(await listStoredKeys(restarted.url)).toContain("while-shared");
    postgres = restarted;
  } finally {
    portHolder.kill();
  }
});

test.skipIf(process.getuid?.() !== 0)(
  "an explicit folder that the database user cannot access is refused with advice",
  async () => {
    const closedFolder = mkdtempSync(join(tmpdir(), "henry-closed-"));
    try {
      const folder = join(closedFolder, "data");
      const message = await startEmbeddedPostgres({ dataDir: folder, explicit: true }).then(
        () => expect.unreachable("started"),
        (error: Error) => error.message,
      );
      expect(message.startsWith(`DATA_DIR ${folder} cannot be reached`)).toBe(true);
      expect(message).toMatch(/^[^\n]+[^.\n]\.$/);
      expect(message).toContain("mode 755");
    } finally {
      rmSync(closedFolder, { recursive: true, force: true });
    }
  },
);
