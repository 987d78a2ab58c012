import { randomUUID } from "node:crypto";
import { rmSync } from "node:fs";
import { dirname } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { createDatabase, type Database, RUNTIME_ROLE } from "#app/db/client.server.ts";
import { migrateDatabase } from "#app/db/migrate.server.ts";
import type { EmbeddedPostgres } from "#server/embedded-postgres.ts";
import { openTestDatabase, queryRows, storeRequest } from "../factories.ts";
import { startTestPostgres } from "../setup/database.ts";

const REFUSED = { code: "42501" };

describe("the role of the running application", () => {
  let context: Awaited<ReturnType<typeof openTestDatabase>>;
  beforeAll(async () => {
    context = await openTestDatabase(inject("templateUrl"));
  });
  afterAll(() => context.close());

  test("is plain", async () => {
    const rows = await queryRows(
      context.db,
      "select current_user as name, rolsuper, rolcreaterole, rolcreatedb, rolreplication, rolbypassrls, rolcanlogin from pg_roles where rolname = current_user",
    );
    expect(rows).toEqual([
      {
        name: RUNTIME_ROLE,
        rolsuper: false,
        rolcreaterole: false,
        rolcreatedb: false,
        rolreplication: false,
        rolbypassrls: false,
        rolcanlogin: false,
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
      .query("grant update, delete on consent_records to app_runtime")
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

describe("a database user that may not create roles", () => {
  let postgres: EmbeddedPostgres;
  let url: string;
  const databases: Database[] = [];

  // A separate server, on which no other test has created the application's role.
  beforeAll(async () => {
    postgres = await startTestPostgres("roles");
    const password = randomUUID();
    const admin = new pg.Client({ connectionString: postgres.url });
    await admin.connect();
    await admin.query(`create role hosted login nosuperuser nocreaterole password '${password}'`);
    await admin.query("create database hosted owner hosted");
    await admin.end();
    url = Object.assign(new URL(postgres.url), {
      username: "hosted",
      password,
      pathname: "/hosted",
    }).href;
  });
  afterAll(async () => {
    await Promise.all(databases.map((db) => db.$client.end()));
    await postgres.stop();
    rmSync(dirname(postgres.directory), { recursive: true, force: true });
  });
  const openDatabase = (role?: string) => {
    const db = createDatabase({ url, role, max: 2, onError: () => {} });
    databases.push(db);
    return db;
  };

  test("still migrates, even twice, and reports that the role is missing", async () => {
    expect(await migrateDatabase(url)).toEqual({ hasRuntimeRole: false });
    expect(await migrateDatabase(url)).toEqual({ hasRuntimeRole: false });
    await expect(openDatabase(RUNTIME_ROLE).$client.query("select 1")).rejects.toThrow(
      RUNTIME_ROLE,
    );
  });

  test("runs the application as itself: requests are stored, and records stay append-only", async () => {
    const db = openDatabase();
    expect(await storeRequest(db)).toMatchObject({ ok: true, created: true });
    for (const table of ["consent_texts", "consent_records", "consent_chain", "audit_log"]) {
      await expect(db.$client.query(`delete from ${table}`), table).rejects.toMatchObject(REFUSED);
      await expect(db.$client.query(`truncate ${table} cascade`), table).rejects.toMatchObject(
        REFUSED,
      );
    }
  });

  test("gets the role as soon as an administrator has created and granted it", async () => {
    const admin = new pg.Client({ connectionString: postgres.url });
    await admin.connect();
    await admin.query(`create role ${RUNTIME_ROLE} nologin`);
    expect(await migrateDatabase(url)).toEqual({ hasRuntimeRole: false });
    await admin.query(`grant ${RUNTIME_ROLE} to hosted`);
    await admin.end();
    expect(await migrateDatabase(url)).toEqual({ hasRuntimeRole: true });
    expect(await storeRequest(openDatabase(RUNTIME_ROLE))).toMatchObject({
      ok: true,
      created: true,
    });
  });
});
