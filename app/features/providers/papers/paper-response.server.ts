import type { ActionContext } from "#app/db/action-context.server.ts";
import type { Database } from "#app/db/client.server.ts";
import { recordAudit } from "#app/features/audit/write-audit.server.ts";
import { createNotFoundResponse } from "#app/lib/not-found-response.ts";
import { getPaperFile } from "./queries.server.ts";

/** Nothing of the file may run or load; browsers put inline styles around an opened image. */
const FILE_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'; sandbox";

type ProviderPaper = { providerId: string; paperId: string };

/**
 * The response with the file of a paper; 404 where the provider has no such paper. A photo is shown,
 * a PDF is saved: what is in it came from outside. The server adds `no-store` and `nosniff`.
 */
export async function createPaperResponse(db: Database, paper: ProviderPaper): Promise<Response> {
  const found = await getPaperFile(db, paper);
  if (!found) return createNotFoundResponse();
  const { kind, contentType, file } = found;
  const disposition =
    contentType === "application/pdf"
      ? `attachment; filename="${kind}.pdf"`
      : `inline; filename="${kind}.jpg"`;
  return new Response(new Uint8Array(file), {
    headers: {
      "Content-Type": contentType,
      "Content-Length": String(file.length),
      "Content-Disposition": disposition,
      "Content-Security-Policy": FILE_POLICY,
      "Cross-Origin-Resource-Policy": "same-origin",
    },
  });
}

/** The same for staff; the audit log says who opened which paper. */
export async function createStaffPaperResponse(
  context: ActionContext,
  paper: ProviderPaper,
): Promise<Response> {
  const response = await createPaperResponse(context.db, paper);
  if (response.ok)
    await recordAudit(context.db, context, {
      action: "view-paper",
      entity: "provider",
      entityId: paper.providerId,
      changes: { paperId: paper.paperId },
    });
  return response;
}
