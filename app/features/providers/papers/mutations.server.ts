import { randomUUIDv7 } from "node:crypto";
import { and, count, eq } from "drizzle-orm";
import type { AppContext } from "#app/app-context.ts";
import type { ActionContext } from "#app/db/action-context.server.ts";
import { providerDocuments } from "#app/db/tables/provider-documents.server.ts";
import { withTransaction } from "#app/db/transaction.server.ts";
import { recordAudit } from "#app/features/audit/write-audit.server.ts";
import {
  dropFiles,
  publishFiles,
  writeFiles,
} from "#app/features/private-files/store-files.server.ts";
import { toBusinessDay } from "#app/lib/business-days.ts";
import { isProviderId, lockProvider } from "../profile/queries.server.ts";
import { MAX_PAPERS } from "./constants.ts";
import type { PaperFile } from "./read-paper.server.ts";
import type { PaperFields } from "./schema.ts";
import { PAPER_FILE } from "./stored-files.server.ts";

type NewPaper = { providerId: string; userId: string; fields: PaperFields; file: PaperFile };

type AddContext = ActionContext & Pick<AppContext, "privateStore">;
/** The file as the row has it: with its bytes, or in object storage. */
type WrittenFile = Pick<typeof providerDocuments.$inferInsert, "contentType" | "file" | "fileId">;

/**
 * Adds a paper for staff to check. The provider's row is locked, so that there are never too many.
 * @throws S3Error where the object storage takes no files
 */
export async function addPaper(
  context: AddContext,
  { file, ...paper }: NewPaper,
): Promise<"added" | "full" | "not-found"> {
  const written = await writeFile(context, file);
  try {
    return await insertPaper(context, { ...paper, file: written });
  } finally {
    // What was not added; if this fails, the job removes it when its lease has ended.
    await dropFiles(context.db, written.fileId ? [written.fileId] : []).catch(() => {});
  }
}

async function writeFile(
  { db, privateStore }: AddContext,
  { contentType, file }: PaperFile,
): Promise<WrittenFile> {
  if (!privateStore) return { contentType, file };
  const files = [{ name: PAPER_FILE, bytes: file, contentType }];
  return { contentType, fileId: await writeFiles({ db, store: privateStore }, files) };
}

function insertPaper(
  context: ActionContext,
  { providerId, userId, fields, file }: Omit<NewPaper, "file"> & { file: WrittenFile },
): Promise<"added" | "full" | "not-found"> {
  return withTransaction(context.db, async (tx) => {
    if (!(await lockProvider(tx, providerId))) return "not-found";
    const [stored] = await tx
      .select({ count: count() })
      .from(providerDocuments)
      .where(eq(providerDocuments.providerId, providerId));
    if (stored && stored.count >= MAX_PAPERS) return "full";
    const { kind, number, issuer, valid_until: validUntil } = fields;
    const id = randomUUIDv7();
    await publishFiles(tx, file.fileId ? [file.fileId] : []);
    await tx.insert(providerDocuments).values({
      id,
      providerId,
      kind,
      number,
      issuer,
      validUntil,
      ...file,
      uploadedBy: userId,
      createdAt: context.now,
    });
    await recordAudit(tx, context, {
      action: "add-paper",
      entity: "provider",
      entityId: providerId,
      changes: { person: userId, paperId: id, kind, validUntil },
    });
    return "added";
  });
}

type OwnPaper = { providerId: string; userId: string; paperId: string; timeZone: string };

/**
 * Removes a paper that proves nothing: one that waits, was refused, has ended, or whose evidence staff
 * took back. @returns "gone" also for a paper of another provider
 */
export function removePaper(
  context: ActionContext,
  { providerId, userId, paperId, timeZone }: OwnPaper,
): Promise<"removed" | "gone" | "counts"> {
  if (!isProviderId(paperId)) return Promise.resolve("gone");
  return withTransaction(context.db, async (tx) => {
    if (!(await lockProvider(tx, providerId))) return "gone";
    const { id, kind, state, validUntil, evidenceId } = providerDocuments;
    const isOwn = and(eq(id, paperId), eq(providerDocuments.providerId, providerId));
    const [paper] = await tx
      .select({ kind, state, validUntil, evidenceId })
      .from(providerDocuments)
      .where(isOwn);
    const today = toBusinessDay(context.now, timeZone);
    if (!paper) return "gone";
    if (isProof(paper, today)) return "counts";
    await tx.delete(providerDocuments).where(isOwn);
    await recordAudit(tx, context, {
      action: "remove-paper",
      entity: "provider",
      entityId: providerId,
      changes: { person: userId, paperId, kind: paper.kind, state: paper.state },
    });
    return "removed";
  });
}

type Proof = { state: string; validUntil: string; evidenceId: string | null };
/** Whether a paper is evidence now. */
export const isProof = ({ state, validUntil, evidenceId }: Proof, today: string): boolean =>
  state === "accepted" && evidenceId !== null && validUntil >= today;
