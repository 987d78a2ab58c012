import { createHash } from "node:crypto";
import { closeDatabase, createDatabase, type Database } from "#app/db/client.server.ts";
import { migrateDatabase } from "#app/db/migrate.server.ts";
import { getSqlState } from "#app/lib/errors.server.ts";

const NOT_ALLOWED = "42501";

/** Nobody else's name: it says what it is, and for which database of the server. */
export function buildScratchName(ownerUrl: string): string {
  const database = new URL(ownerUrl).pathname;
  return `henry_restore_check_${createHash("sha256").update(database).digest("hex").slice(0, 12)}`;
}

/** Runs a statement that may take long: where the site signs in as the owner, sessions have its limits. */
async function runUnlimited(owner: Database, statement: string): Promise<void> {
  const client = await owner.$client.connect();
  try {
    await client.query("set statement_timeout = 0");
    await client.query(statement);
  } finally {
    // The next one to use it should have the limits.
    client.release(true);
  }
}

/**
 * Runs work on an empty, migrated database beside the site's own, which is dropped afterwards. What an
 * earlier run left after a crash is dropped first. Only one process at a time may call this.
 * @param owner connections to the server itself, as `ownerUrl`
 * @returns null where the server does not let the owner create databases or their extensions
 */
export async function withScratchDatabase<T>(
  { owner, ownerUrl }: { owner: Database; ownerUrl: string },
  work: (scratch: Database) => Promise<T>,
): Promise<{ result: T } | null> {
  const name = buildScratchName(ownerUrl);
  const url = new URL(ownerUrl);
  url.pathname = `/${name}`;
  const drop = () => runUnlimited(owner, `drop database if exists ${name} with (force)`);
  try {
    await drop();
    await runUnlimited(owner, `create database ${name} template template0`);
    await migrateDatabase(url.href);
  } catch (error) {
    await drop().catch(() => {});
    if (getSqlState(error) === NOT_ALLOWED) return null;
    throw error;
  }
  const scratch = createDatabase({ url: url.href, max: 2, onError: () => {} });
  try {
    return { result: await work(scratch) };
  } finally {
    await closeDatabase(scratch);
    await drop();
  }
}
