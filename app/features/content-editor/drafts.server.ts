import { and, desc, eq, inArray, or, type SQL, sql } from "drizzle-orm";
import type { ActionContext } from "#app/db/action-context.server.ts";
import { contentDrafts } from "#app/db/tables/content-editor.server.ts";
import { type Connection, type Transaction, withTransaction } from "#app/db/transaction.server.ts";
import { buildEarlierDraftKey } from "./draft-key.ts";

/** Unsaved values of an editor. */
export type Draft = {
  key: string;
  data: Record<string, unknown>;
  baseVersion: number;
  savedAt: Date;
};

type DraftKey = {
  userId: string;
  /** The content's id, or "new-quiz" or "new-advertorial". */
  key: string;
};
type NewDraft = {
  key: string;
  data: object;
  baseVersion: number;
  /** When the earlier draft was saved that this one must not replace, in milliseconds. */
  earlierSavedAt?: number;
};

/** Maximum number of earlier drafts per content; the oldest are deleted. */
const MAX_EARLIER = 10;

const COLUMNS = {
  key: contentDrafts.key,
  data: contentDrafts.data,
  baseVersion: contentDrafts.baseVersion,
  savedAt: contentDrafts.savedAt,
};

const isDraft = ({ userId, key }: DraftKey): SQL | undefined =>
  and(eq(contentDrafts.userId, userId), eq(contentDrafts.key, key));
const isEarlierDraft = ({ userId, key }: DraftKey): SQL | undefined =>
  and(
    eq(contentDrafts.userId, userId),
    sql`starts_with(${contentDrafts.key}, ${buildEarlierDraftKey(key)})`,
  );

/**
 * Saves the acting person's draft. The draft that was saved at `earlierSavedAt` is kept as an
 * earlier one until it is discarded.
 */
export function saveDraft(
  { db, actor, now }: Pick<ActionContext, "db" | "actor" | "now">,
  input: NewDraft,
): Promise<void> {
  const { key, baseVersion, earlierSavedAt } = input;
  const data = input.data as Record<string, unknown>;
  return withTransaction(db, async (tx) => {
    if (earlierSavedAt !== undefined)
      await keepEarlierDraft(tx, { userId: actor, key }, earlierSavedAt);
    await tx
      .insert(contentDrafts)
      .values({ userId: actor, key, data, baseVersion, savedAt: now })
      .onConflictDoUpdate({
        target: [contentDrafts.userId, contentDrafts.key],
        set: { data, baseVersion, savedAt: now },
      });
  });
}

async function keepEarlierDraft(tx: Transaction, draft: DraftKey, savedAt: number): Promise<void> {
  await tx
    .update(contentDrafts)
    .set({ key: buildEarlierDraftKey(draft.key, savedAt) })
    .where(and(isDraft(draft), eq(contentDrafts.savedAt, new Date(savedAt))));
  const oldest = tx
    .select({ key: contentDrafts.key })
    .from(contentDrafts)
    .where(isEarlierDraft(draft))
    .orderBy(desc(contentDrafts.savedAt))
    .offset(MAX_EARLIER);
  await tx
    .delete(contentDrafts)
    .where(and(eq(contentDrafts.userId, draft.userId), inArray(contentDrafts.key, oldest)));
}

/** Lists a person's drafts of some content, newest first: the current one and earlier ones. */
export const listDrafts = (db: Connection, draft: DraftKey): Promise<Draft[]> =>
  db
    .select(COLUMNS)
    .from(contentDrafts)
    .where(or(isDraft(draft), isEarlierDraft(draft)))
    .orderBy(desc(contentDrafts.savedAt));

export async function getDraft(db: Connection, draft: DraftKey): Promise<Draft | null> {
  const [row] = await db.select(COLUMNS).from(contentDrafts).where(isDraft(draft));
  return row ?? null;
}

export async function deleteDraft(db: Connection, draft: DraftKey): Promise<void> {
  await db.delete(contentDrafts).where(isDraft(draft));
}

/** Deletes the draft that was saved at this time, whether or not there is a newer one. */
export async function deleteEarlierDraft(
  db: Connection,
  { savedAt, ...draft }: DraftKey & { savedAt: Date },
): Promise<void> {
  await db
    .delete(contentDrafts)
    .where(and(or(isDraft(draft), isEarlierDraft(draft)), eq(contentDrafts.savedAt, savedAt)));
}
