import { randomUUID } from "node:crypto";
import { rmSync } from "node:fs";
import { dirname } from "node:path";
import pg from "pg";
import type { TestProject } from "vitest/node";
import { migrateDatabase } from "#app/db/migrate.server.ts";
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
  await migrateDatabase(postgres.url);
  project.provide("templateUrl", postgres.url);
  return () => removeTestPostgres(postgres);
}

/** Creates a copy of the migrated database. @returns its connection URL */
export async function copyDatabase(templateUrl: string): Promise<string> {
  const url = new URL(templateUrl);
  const template = url.pathname.slice(1);
  const name = `test_${randomUUID().replaceAll("-", "")}`;
  url.pathname = "/postgres";
  const admin = new pg.Client({ connectionString: url.href });
  await admin.connect();
  // A template can only be copied by one connection at a time.
  await admin.query("select pg_advisory_lock(1)");
  await admin.query(`create database ${name} template ${template}`);
  await admin.end();
  url.pathname = `/${name}`;
  return url.href;
}
