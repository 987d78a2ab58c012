import { randomUUID } from "node:crypto";
import { and, eq, inArray, sql } from "drizzle-orm";
import type { Database } from "#app/db/client.server.ts";
import { privateFiles } from "#app/db/tables/private-files.server.ts";
import type { Transaction } from "#app/db/transaction.server.ts";
import { hashBytes } from "#app/lib/s3-client.server.ts";
import type { PrivateStore } from "./private-store.server.ts";

/** A file by its name in its folder, such as full.jpg. */
export type PrivateFile = { name: string; bytes: Uint8Array; contentType: string };

/** Caches must not keep what is private, also where somebody puts one before the bucket. */
const CACHE_CONTROL = "private, no-store";
/** Longer than a form with all its files takes, at the slowest. */
const LEASE_MINUTES = 10;

/**
 * Writes the files of one photo or paper to object storage, outside of any transaction. They count once
 * `publishFiles` was committed; if the process dies before, the job removes them when the lease has ended.
 * @returns the id of their row
 * @throws S3Error
 */
export async function writeFiles(
  { db, store }: { db: Database; store: PrivateStore },
  files: readonly PrivateFile[],
): Promise<string> {
  const id = randomUUID();
  await db.insert(privateFiles).values({
    id,
    state: "reserved",
    leaseUntil: sql`clock_timestamp() + make_interval(mins => ${LEASE_MINUTES})`,
    checksums: Object.fromEntries(files.map(({ name, bytes }) => [name, hashBytes(bytes)])),
    bytes: files.reduce((sum, { bytes }) => sum + bytes.length, 0),
    createdAt: sql`clock_timestamp()`,
  });
  try {
    for (const { name, bytes, contentType } of files)
      await store.put(`${id}/${name}`, bytes, { contentType, cacheControl: CACHE_CONTROL });
  } catch (error) {
    await dropFiles(db, [id]).catch(() => {});
    throw error;
  }
  return id;
}

/**
 * Marks written files as stored, in the transaction that writes the rows which refer to them.
 * @throws if a lease ended, and the job may have removed the files
 */
export async function publishFiles(tx: Transaction, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const { rowCount } = await tx
    .update(privateFiles)
    .set({ state: "stored", leaseUntil: null })
    .where(and(inArray(privateFiles.id, [...ids]), eq(privateFiles.state, "reserved")));
  if (rowCount !== ids.length)
    throw new Error("Files were written too slowly, and are removed again: nothing was stored.");
}

/** Leaves written files to the job, except those that were published. */
export async function dropFiles(db: Database, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await db
    .update(privateFiles)
    .set({ state: "deleted", deletedAt: sql`clock_timestamp()`, leaseUntil: null })
    .where(and(inArray(privateFiles.id, [...ids]), eq(privateFiles.state, "reserved")));
}
