import { and, desc, eq, sql } from "drizzle-orm";
import { providerDocuments } from "#app/db/tables/provider-documents.server.ts";
import type { Connection } from "#app/db/transaction.server.ts";
import { isProviderId } from "../profile/queries.server.ts";

/** The papers of a provider without their bytes, the newest first. */
export function listPapers(db: Connection, providerId: string) {
  const {
    id,
    kind,
    number,
    issuer,
    validUntil,
    contentType,
    createdAt,
    state,
    refusal,
    evidenceId,
  } = providerDocuments;
  return db
    .select({
      id,
      kind,
      number,
      issuer,
      validUntil,
      contentType,
      createdAt,
      state,
      refusal,
      evidenceId,
    })
    .from(providerDocuments)
    .where(eq(providerDocuments.providerId, providerId))
    .orderBy(desc(createdAt), desc(id));
}
export type StoredPaper = Awaited<ReturnType<typeof listPapers>>[number];

/** `file`: its bytes; null where it is in object storage, in the folder `fileId`. */
type FoundPaper = Pick<
  typeof providerDocuments.$inferSelect,
  "contentType" | "kind" | "file" | "fileId"
>;

/**
 * The file of a paper, or null where this provider has no such paper.
 * @param input.prefersFile its bytes are not read where it is in object storage
 */
export async function getPaperFile(
  db: Connection,
  input: { providerId: string; paperId: string; prefersFile: boolean },
): Promise<FoundPaper | null> {
  const { providerId, paperId, prefersFile } = input;
  if (!isProviderId(providerId) || !isProviderId(paperId)) return null;
  const { contentType, file, fileId, kind } = providerDocuments;
  const [paper] = await db
    .select({
      contentType,
      kind,
      fileId,
      file: prefersFile ? sql<Buffer | null>`case when ${fileId} is null then ${file} end` : file,
    })
    .from(providerDocuments)
    .where(and(eq(providerDocuments.id, paperId), eq(providerDocuments.providerId, providerId)));
  return paper ?? null;
}
