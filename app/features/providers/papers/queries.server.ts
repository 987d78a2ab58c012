import { and, desc, eq } from "drizzle-orm";
import { providerDocuments } from "#app/db/tables/provider-documents.server.ts";
import type { Connection } from "#app/db/transaction.server.ts";
import { isProviderId } from "../profile/queries.server.ts";
import type { PaperFile } from "./read-paper.server.ts";

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

/** The file of a paper, or null where this provider has no such paper. */
export async function getPaperFile(
  db: Connection,
  { providerId, paperId }: { providerId: string; paperId: string },
): Promise<(PaperFile & { kind: string }) | null> {
  if (!isProviderId(providerId) || !isProviderId(paperId)) return null;
  const { contentType, file, kind } = providerDocuments;
  const [paper] = await db
    .select({ contentType, file, kind })
    .from(providerDocuments)
    .where(and(eq(providerDocuments.id, paperId), eq(providerDocuments.providerId, providerId)));
  return paper ?? null;
}
