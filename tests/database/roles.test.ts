import { randomUUID } from "node:crypto";
import pg from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from "vitest";
import { replaceLogin } from "#app/db/roles.server.ts";
import { EnvError, parseEnv } from "#app/lib/env.server.ts";
import { createLogger } from "#app/lib/logger.server.ts";
import { type ConnectedDatabase, connectDatabase } from "#server/database.ts";
import type { EmbeddedPostgres } from "#server/embedded-postgres.ts";
import { openTestDatabase, queryRows, storeRequest } from "../factories.ts";
import { removeTestPostgres, startTestPostgres } from "../setup/database.ts";

const REFUSED = { code: "42501" };

describe("the user of the running application", () => {
  let context: Awaited<ReturnType<typeof openTestDatabase>>;
  beforeAll(async () => {
    context = await openTestDatabase(inject("templateUrl"));
  });
  afterAll(() => context.close());

  test("is plain", async () => {
    const rows = await queryRows(
      context.db,
      "select rolsuper, rolcreaterole, rolcreatedb, rolreplication, rolbypassrls from pg_roles where rolname = current_user",
    );
    expect(rows).toEqual([
      {
        rolsuper: false,
        rolcreaterole: false,
        rolcreatedb: false,
        rolreplication: false,
        rolbypassrls: false,
      },
    ]);
  });

  test.each([
    "alter table service_requests add column extra text",
    "alter table consent_records disable trigger user",
    "alter table consent_records disable trigger all",
    "drop trigger consent_records_append_only on consent_records",
    "drop table service_requests",
    "truncate service_requests cascade",
    "create table public.mine (id int)",
    "create or replace function refuse_change() returns trigger language plpgsql as 'begin return new; end'",
    "set session_replication_role = replica",
    "create role another superuser",
    "create database another",
    "copy (select 1) to program 'true'",
    "select pg_read_file('postgresql.conf')",
  ])("may not: %s", async (statement) => {
    await expect(context.db.$client.query(statement)).rejects.toMatchObject(REFUSED);
  });

  test("has no right to change append-only tables, and cannot grant itself one", async () => {
    await context.db.$client
      .query("grant update, delete on consent_records to current_user")
      .catch(() => {});
    for (const table of ["consent_texts", "consent_records", "consent_chain", "audit_log"]) {
      const rights = ["select", "insert", "update", "delete", "truncate", "trigger"].map(
        (right) => `has_table_privilege('${table}', '${right}') as ${right}`,
      );
      expect(await queryRows(context.db, `select ${rights.join(", ")}`), table).toEqual([
        {
          select: true,
          insert: true,
          update: false,
          delete: false,
          truncate: false,
          trigger: false,
        },
      ]);
    }
  });

  test("reads and writes what the application needs", async () => {
    expect(await storeRequest(context.db)).toMatchObject({ ok: true, created: true });
    await context.db.$client.query("update service_requests set status = 'contacted'");
    await context.db.$client.query(
      "insert into settings (key, value, updated_at) values ('brand', '\"A\"', now())",
    );
    await context.db.$client.query("delete from settings");
    expect(await queryRows(context.db, "select distinct status from service_requests")).toEqual([
      { status: "contacted" },
    ]);
  });
});

describe("on a server of the operator's", () => {
  let postgres: EmbeddedPostgres;
  /** Of an owner who may create roles, for each test another. */
  let owner: { name: string; url: string };
  const password = randomUUID();

  const runAsAdmin = async (...statements: string[]) => {
    const admin = new pg.Client({ connectionString: postgres.url });
    await admin.connect();
    for (const statement of statements) await admin.query(statement);
    await admin.end();
  };
  const createOwner = async (rights: string) => {
    const name = `owner_${randomUUID().slice(0, 8)}`;
    await runAsAdmin(
      `create role ${name} login ${rights} password '${password}'`,
      `create database ${name} owner ${name}`,
    );
    const url = replaceLogin(postgres.url, { name, password }).replace("/app?", `/${name}?`);
    return { name, url };
  };
  const connect = (env: Record<string, string>) =>
    connectDatabase(parseEnv(env), createLogger("silent"));
  const withDatabase = async <T>(
    env: Record<string, string>,
    work: (connected: ConnectedDatabase) => Promise<T>,
  ): Promise<T> => {
    const connected = await connect(env);
    try {
      return await work(connected);
    } finally {
      await connected.close();
    }
  };
  const getRefusal = (env: Record<string, string>) =>
    connect(env).then(
      () => expect.unreachable("connected"),
      (error: unknown) => {
        expect(error).toBeInstanceOf(EnvError);
        return (error as EnvError).message;
      },
    );

  beforeAll(async () => {
    postgres = await startTestPostgres("roles");
  });
  afterAll(() => removeTestPostgres(postgres));
  beforeEach(async () => {
    owner = await createOwner("createrole");
  });

  const describeSession = async ({ db }: ConnectedDatabase) => {
    const [session] = await queryRows(
      db,
      `select current_user as "user", has_table_privilege('audit_log', 'delete') as erases,
        current_setting('statement_timeout') as timeout, current_setting('jit') as jit`,
    );
    return session;
  };

  test("the owner's URL alone is enough: the application gets a user of its own, in every process", async () => {
    const expected = {
      user: `app_login_${owner.name}`,
      erases: false,
      timeout: "10s",
      jit: "off",
    };
    const env = { DATABASE_URL: owner.url };
    const together = await Promise.all([connect(env), connect(env), connect(env)]);
    await withDatabase(env, async (later) => {
      for (const connected of [...together, later]) {
        expect(await describeSession(connected)).toEqual(expected);
        expect(await storeRequest(connected.db)).toMatchObject({ ok: true });
      }
    });
    await Promise.all(together.map(({ close }) => close()));
  });

  test("two databases of one server have different users with different passwords", async () => {
    const other = await createOwner("createrole");
    const urls: string[] = [];
    for (const { url } of [owner, other])
      await withDatabase({ DATABASE_URL: url }, async ({ directUrl }) => {
        urls.push(directUrl());
      });
    const logins = urls.map((url) => new URL(url).searchParams);
    expect(new Set(logins.map((login) => login.get("user"))).size).toBe(2);
    expect(new Set(logins.map((login) => login.get("password"))).size).toBe(2);
    expect(urls.some((url) => url.includes(password))).toBe(false);
  });

  test("an owner who may not create users runs the application itself; records stay append-only", async () => {
    const { name, url } = await createOwner("");
    for (const start of ["first", "second"])
      await withDatabase({ DATABASE_URL: url }, async (connected) => {
        expect(await describeSession(connected), start).toMatchObject({
          user: name,
          timeout: "10s",
        });
        const { db } = connected;
        expect(await storeRequest(db)).toMatchObject({ ok: true, created: true });
        for (const table of ["consent_texts", "consent_records", "consent_chain", "audit_log"]) {
          await expect(db.$client.query(`delete from ${table}`), table).rejects.toMatchObject(
            REFUSED,
          );
          await expect(db.$client.query(`truncate ${table} cascade`), table).rejects.toMatchObject(
            REFUSED,
          );
        }
      });
  });

  test("with DATABASE_DIRECT_URL, the user of DATABASE_URL is created and signs in, past the pooler, too", async () => {
    const name = `site_${owner.name}`;
    const env = {
      DATABASE_URL: replaceLogin(owner.url, { name, password: "p ä:/@'" }),
      DATABASE_DIRECT_URL: owner.url,
    };
    await withDatabase(env, async (connected) => {
      expect(await describeSession(connected)).toMatchObject({ user: name, erases: false });
      const { rows } = await connected.db.$direct.query('select current_user as "user"');
      expect(rows).toEqual([{ user: name }]);
      expect(new URL(connected.directUrl()).searchParams.get("user")).toBe(name);
    });
    expect(
      await getRefusal({
        ...env,
        DATABASE_URL: replaceLogin(owner.url, { name, password: "another" }),
      }),
    ).toMatch(new RegExp(`refuses the user "${name}" of DATABASE_URL: .*password\\.$`));
    expect(await getRefusal({ DATABASE_URL: owner.url, DATABASE_DIRECT_URL: owner.url })).toMatch(
      /^DATABASE_URL and DATABASE_DIRECT_URL name the same user/,
    );
  });

  test("an administrator can create the user where the owner may not", async () => {
    const { name, url } = await createOwner("");
    const user = `site_${name}`;
    const env = {
      DATABASE_URL: replaceLogin(url, { name: user, password }),
      DATABASE_DIRECT_URL: url,
    };
    expect(await getRefusal(env)).toContain(`refuses the user "${user}"`);
    await runAsAdmin(`create role ${user} login password '${password}'`);
    await withDatabase(env, async (connected) => {
      expect(await describeSession(connected)).toMatchObject({ user, timeout: "10s" });
      expect(await storeRequest(connected.db)).toMatchObject({ ok: true });
    });
  });
});
