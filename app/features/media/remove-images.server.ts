import type { Database } from "#app/db/client.server.ts";
import type { ImageStore } from "./image-files.server.ts";
import {
  claimForRemoval,
  deleteLeasedRow,
  type ImageLease,
  leaveForCleanup,
} from "./image-leases.server.ts";
import { getImageFolder } from "./image-versions.ts";

/**
 * Removes the files of an image that was deleted or whose upload was interrupted, then its row.
 * @returns false where there is nothing to remove, or another process is removing it
 */
export async function removeImageFiles(
  db: Database,
  store: ImageStore,
  key: string,
): Promise<boolean> {
  const lease = await claimForRemoval(db, key);
  if (!lease) return false;
  await removeLeasedImage(db, store, lease);
  return true;
}

/** Like `removeImageFiles`, for a caller that holds the lease. */
export async function removeLeasedImage(
  db: Database,
  store: ImageStore,
  lease: ImageLease,
): Promise<void> {
  try {
    await store.deleteFolder(getImageFolder(lease));
  } catch (error) {
    // If the database is down too, the lease expires.
    await leaveForCleanup(db, lease).catch(() => {});
    throw error;
  }
  await deleteLeasedRow(db, lease);
}
