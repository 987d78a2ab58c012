import { providerDocuments } from "#app/db/tables/provider-documents.server.ts";
import type { FileOwner } from "#app/features/private-files/file-owner.ts";

/** The name of a paper's file in object storage, whatever its type. */
export const PAPER_FILE = "paper";

/** Where the bytes of papers are. */
export const paperFiles: FileOwner = {
  label: "paper",
  table: providerDocuments,
  columns: { [PAPER_FILE]: providerDocuments.file },
  contentType: providerDocuments.contentType,
};
