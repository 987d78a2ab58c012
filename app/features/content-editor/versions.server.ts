import { and, eq } from "drizzle-orm";
import type { ActionContext } from "#app/db/action-context.server.ts";
import { contentVersions } from "#app/db/tables/content-editor.server.ts";
import type { Connection, Transaction } from "#app/db/transaction.server.ts";
import { copyPreviousVersion, selectVersions } from "./versions.sql.ts";

export type ContentVersion = { version: number; savedAt: Date; savedBy: string };
type Saver = Pick<ActionContext, "actor" | "now">;

/** Stores a saved version, in the transaction of the save. */
export async function saveVersion(
  tx: Transaction,
  { actor, now }: Saver,
  input: { contentId: string; version: number; snapshot: object },
): Promise<void> {
  const { contentId, version, snapshot } = input;
  await tx.insert(contentVersions).values({
    contentId,
    version,
    snapshot: snapshot as Record<string, unknown>,
    savedBy: actor,
    savedAt: now,
  });
}

/** Stores a version that differs from the previous one only in `changes`. */
export async function saveChangedVersion(
  tx: Transaction,
  { actor, now }: Saver,
  input: { contentId: string; version: number; changes: object },
): Promise<void> {
  await copyPreviousVersion.run(tx, { ...input, savedBy: actor, now });
}

/** Lists versions, newest first; `savedBy` is a name. */
export const listVersions = (
  db: Connection,
  { contentId, limit = 50 }: { contentId: string; limit?: number },
): Promise<ContentVersion[]> => selectVersions.rows(db, { contentId, limit });

/** The values of a version, or null. */
export async function getVersion(
  db: Connection,
  { contentId, version }: { contentId: string; version: number },
): Promise<Record<string, unknown> | null> {
  const [row] = await db
    .select({ snapshot: contentVersions.snapshot })
    .from(contentVersions)
    .where(and(eq(contentVersions.contentId, contentId), eq(contentVersions.version, version)));
  return row?.snapshot ?? null;
}
