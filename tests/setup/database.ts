import { randomUUID } from "node:crypto";
import { rmSync } from "node:fs";
import { dirname } from "node:path";
import pg from "pg";
import type { TestProject } from "vitest/node";
import { migrateDatabase } from "#app/db/migrate.server.ts";
import { deriveLogin } from "#app/db/roles.server.ts";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "#server/embedded-postgres.ts";
import { createTestFolder } from "./test-folder.ts";

declare module "vitest" {
  export interface ProvidedContext {
    /** Connection URL of the database that is copied for every test file. */
    templateUrl: string;
  }
}

/** Starts a cluster for tests: real PostgreSQL that does not wait for the disk. */
export const startTestPostgres = (name: string) =>
  startEmbeddedPostgres({
    dataDir: createTestFolder(name),
    explicit: true,
    settings: {
      fsync: "off",
      synchronous_commit: "off",
      full_page_writes: "off",
      // Its files may be in memory.
      max_wal_size: "128MB",
    },
  });

/** Stops a cluster of `startTestPostgres` and deletes its files. */
export async function removeTestPostgres(postgres: EmbeddedPostgres): Promise<void> {
  await postgres.stop();
  rmSync(dirname(postgres.directory), { recursive: true, force: true });
}

export default async function setup(project: TestProject) {
  const postgres = await startTestPostgres("unit");
  await migrateDatabase(postgres.url, { login: deriveLogin(postgres.url), setPassword: true });
  project.provide("templateUrl", postgres.url);
  return () => removeTestPostgres(postgres);
}

/** The URL of another database of the same cluster. */
function getSiblingUrl(databaseUrl: string, name: string): string {
  const url = new URL(databaseUrl);
  url.pathname = `/${name}`;
  return url.href;
}
const getName = (databaseUrl: string) => new URL(databaseUrl).pathname.slice(1);

async function runAsAdmin(databaseUrl: string, statements: string[]): Promise<void> {
  const admin = new pg.Client({ connectionString: getSiblingUrl(databaseUrl, "postgres") });
  await admin.connect();
  try {
    for (const statement of statements) await admin.query(statement);
  } finally {
    await admin.end();
  }
}

/** Creates a copy of the migrated database. @returns its connection URL */
export async function copyDatabase(templateUrl: string): Promise<string> {
  const name = `test_${randomUUID().replaceAll("-", "")}`;
  await runAsAdmin(templateUrl, [
    // A template can only be copied by one connection at a time.
    "select pg_advisory_lock(1)",
    `create database ${name} template ${getName(templateUrl)}`,
  ]);
  return getSiblingUrl(templateUrl, name);
}

/** Deletes a copy: each takes 14 MB, mostly of memory, and a run makes hundreds. */
export const dropDatabase = (databaseUrl: string): Promise<void> =>
  runAsAdmin(databaseUrl, [`drop database ${getName(databaseUrl)} with (force)`]);
