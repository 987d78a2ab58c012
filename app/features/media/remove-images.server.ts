import type { Database } from "#app/db/client.server.ts";
import type { ImageStore } from "./image-files.server.ts";
import {
  claimForRemoval,
  deleteLeasedRow,
  type ImageLease,
  leaveForCleanup,
} from "./image-leases.server.ts";
import { imageFolder } from "./image-versions.ts";

/**
 * Removes the files of an image that is deleted, or whose upload was interrupted, then its row.
 * @returns false where there is nothing to remove, or another process is removing it
 */
export async function removeImageFiles(
  db: Database,
  store: ImageStore,
  key: string,
): Promise<boolean> {
  const lease = await claimForRemoval(db, key);
  if (!lease) return false;
  await removeLeased(db, store, lease);
  return true;
}

/** The same where the lease is held already. */
export async function removeLeased(
  db: Database,
  store: ImageStore,
  lease: ImageLease,
): Promise<void> {
  try {
    await store.deleteFolder(imageFolder(lease));
  } catch (error) {
    // Where the database does not respond either, the lease expires.
    await leaveForCleanup(db, lease).catch(() => {});
    throw error;
  }
  await deleteLeasedRow(db, lease);
}
