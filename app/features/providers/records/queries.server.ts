import { and, arrayContains, eq, sql } from "drizzle-orm";
import type { Database } from "#app/db/client.server.ts";
import { providers } from "#app/db/tables/providers.server.ts";
import type { Cursor } from "#app/lib/cursor.ts";
import type { ProviderStatus } from "../constants.ts";
import { PROFILE_COLUMNS } from "../profile/queries.server.ts";

const { zips, ...otherColumns } = PROFILE_COLUMNS;
const RECORD_COLUMNS = {
  ...otherColumns,
  reputation: providers.reputation,
  jobsCompleted: providers.jobsCompleted,
};

const selectRecords = (db: Database) => db.select({ ...RECORD_COLUMNS, zips }).from(providers);
export type ProviderRecord = Awaited<ReturnType<typeof selectRecords>>[number];

/** An area may have thousands of ZIP codes: lists only count them. */
const selectListed = (db: Database) =>
  db
    .select({ ...RECORD_COLUMNS, areaSize: sql<number>`cardinality(${zips})` })
    .from(providers)
    .$dynamic();
export type ListedProviderRecord = Awaited<ReturnType<typeof selectListed>>[number];

/** A provider as other programs read it, or null. */
export async function getProviderRecord(db: Database, id: string): Promise<ProviderRecord | null> {
  const [record] = await selectRecords(db).where(eq(providers.id, id));
  return record ?? null;
}

type Filters = {
  status?: ProviderStatus | undefined;
  /** Only those whose area has this ZIP code. */
  zip?: string | undefined;
  after?: Cursor | undefined;
};

/** One page of providers, the newest first. `next`: where the following page begins. */
export async function listProviderRecords(
  db: Database,
  { status, zip, after, limit }: Filters & { limit: number },
): Promise<{ records: ListedProviderRecord[]; next: Cursor | null }> {
  const found = await selectListed(db)
    .where(
      and(
        status && eq(providers.verificationStatus, status),
        zip ? arrayContains(providers.serviceAreaZips, [zip]) : undefined,
        after &&
          sql`(${providers.createdAt}, ${providers.id}) < (${after.at.toISOString()}::timestamptz, ${after.id}::uuid)`,
      ),
    )
    // As in the index; otherwise PostgreSQL would sort the whole table.
    .orderBy(sql`${providers.createdAt} desc nulls last, ${providers.id} desc nulls last`)
    .limit(limit + 1);
  const records = found.slice(0, limit);
  const last = records.at(-1);
  return {
    records,
    next: last && found.length > limit ? { at: last.createdAt, id: last.id } : null,
  };
}
