import { randomUUID } from "node:crypto";
import { and, eq, inArray, isNull, lt, ne, or, type SQL, sql } from "drizzle-orm";
import type { Database } from "#app/db/client.server.ts";
import { mediaImages } from "#app/db/tables/media.server.ts";
import type { Transaction } from "#app/db/transaction.server.ts";
import type { StoredImage } from "./image-versions.ts";
import { IMAGE_COLUMNS } from "./queries.server.ts";

/**
 * The lease of an image's row. Only its holder writes and removes files of that key. Leases use the
 * clock of the database, which all instances share.
 */
export type ImageLease = StoredImage & { id: string; leaseId: string };

type Reservation = Omit<
  typeof mediaImages.$inferInsert,
  "state" | "leaseId" | "leaseUntil" | "deletedAt"
>;

/** Longer than writing one file takes, as each write renews it. */
const LEASE_SECONDS = 60;
/** Files without a row are retained this long, as the database may be being restored. */
const RETAIN_ORPHANED_DAYS = 7;

const leaseEnd = sql`clock_timestamp() + make_interval(secs => ${LEASE_SECONDS})`;
const LEASE_COLUMNS = {
  id: mediaImages.id,
  key: mediaImages.key,
  width: mediaImages.width,
  height: mediaImages.height,
};
const isHeldBy = ({ id, leaseId }: ImageLease) =>
  and(eq(mediaImages.id, id), eq(mediaImages.leaseId, leaseId));

/** Reserves a key for an upload. @returns null where the key has a row already, in any state */
export async function reserveImage(db: Database, row: Reservation): Promise<ImageLease | null> {
  const leaseId = randomUUID();
  const [reserved] = await db
    .insert(mediaImages)
    .values({ ...row, state: "reserved", leaseId, leaseUntil: leaseEnd })
    .onConflictDoNothing({ target: mediaImages.key })
    .returning(LEASE_COLUMNS);
  return reserved ? { ...reserved, leaseId } : null;
}

/** Extends a lease. @returns false where it ended and another process has claimed the row */
export async function renewLease(db: Database, lease: ImageLease): Promise<boolean> {
  const { rowCount } = await db
    .update(mediaImages)
    .set({ leaseUntil: leaseEnd })
    .where(and(isHeldBy(lease), eq(mediaImages.state, "reserved")));
  return rowCount === 1;
}

/** Publishes an image. @returns null where the lease ended and another process has claimed the row */
export async function publishImage(tx: Transaction, lease: ImageLease) {
  const [image] = await tx
    .update(mediaImages)
    .set({ state: "published", leaseId: null, leaseUntil: null })
    .where(and(isHeldBy(lease), eq(mediaImages.state, "reserved")))
    .returning(IMAGE_COLUMNS);
  return image ?? null;
}

const isUnleased = or(
  isNull(mediaImages.leaseUntil),
  lt(mediaImages.leaseUntil, sql`clock_timestamp()`),
);
/** No process has leased these files, which are to be removed or written again. */
const isAbandoned = and(
  inArray(mediaImages.state, ["reserved", "deleted", "orphaned"]),
  isUnleased,
);
const isOldOrphan = lt(
  mediaImages.createdAt,
  sql`clock_timestamp() - make_interval(days => ${RETAIN_ORPHANED_DAYS})`,
);

/** Keys whose files the cleanup job has to remove now. */
export async function listRemovableKeys(db: Database): Promise<string[]> {
  const rows = await db
    .select({ key: mediaImages.key })
    .from(mediaImages)
    .where(and(isAbandoned, or(ne(mediaImages.state, "orphaned"), isOldOrphan)));
  return rows.map(({ key }) => key);
}

/** Leases a row to remove its files. @returns null where it is published or leased */
export async function claimForRemoval(db: Database, key: string): Promise<ImageLease | null> {
  const leaseId = randomUUID();
  const [claimed] = await db
    .update(mediaImages)
    .set({ ...DELETED, leaseId, leaseUntil: leaseEnd })
    .where(and(eq(mediaImages.key, key), isAbandoned))
    .returning(LEASE_COLUMNS);
  return claimed ? { ...claimed, leaseId } : null;
}

const DELETED: { state: "deleted"; deletedAt: SQL } = {
  state: "deleted",
  deletedAt: sql`coalesce(${mediaImages.deletedAt}, clock_timestamp())`,
};

/** Deletes a row whose files were removed, which frees the key. */
export async function deleteLeasedRow(db: Database, lease: ImageLease): Promise<void> {
  await db.delete(mediaImages).where(isHeldBy(lease));
}

/** Leaves the removal of the files to the next run of the cleanup job. */
export async function leaveForCleanup(db: Database, lease: ImageLease): Promise<void> {
  await db
    .update(mediaImages)
    .set({ ...DELETED, leaseId: null, leaseUntil: null })
    .where(isHeldBy(lease));
}
