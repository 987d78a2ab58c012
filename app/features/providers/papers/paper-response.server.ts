import type { AppContext } from "#app/app-context.ts";
import type { ActionContext } from "#app/db/action-context.server.ts";
import { recordAudit } from "#app/features/audit/write-audit.server.ts";
import {
  createStorageUnavailableResponse,
  redirectToFile,
} from "#app/features/private-files/file-response.server.ts";
import { createNotFoundResponse } from "#app/lib/not-found-response.ts";
import { getPaperFile } from "./queries.server.ts";
import { PAPER_FILE } from "./stored-files.server.ts";

/** Nothing of the file may run or load; browsers put inline styles around an opened image. */
const FILE_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'; sandbox";

type ProviderPaper = { providerId: string; paperId: string };
type PaperContext = Pick<AppContext, "db" | "privateStore" | "log">;

/**
 * The response with the file of a paper; 404 where the provider has no such paper. A photo is shown,
 * a PDF is saved: what is in it came from outside. In object storage, it redirects to the file there. The
 * server adds `no-store` and `nosniff`.
 */
export async function createPaperResponse(
  app: PaperContext,
  paper: ProviderPaper,
): Promise<Response> {
  const { db, privateStore } = app;
  const found = await getPaperFile(db, { ...paper, prefersFile: privateStore !== null });
  if (!found) return createNotFoundResponse();
  const { kind, contentType, file, fileId } = found;
  const disposition =
    contentType === "application/pdf"
      ? `attachment; filename="${kind}.pdf"`
      : `inline; filename="${kind}.jpg"`;
  if (privateStore && fileId)
    return redirectToFile(privateStore, { fileId, name: PAPER_FILE, contentType, disposition });
  if (!file) return createStorageUnavailableResponse(app);
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
  context: ActionContext & PaperContext,
  paper: ProviderPaper,
): Promise<Response> {
  const response = await createPaperResponse(context, paper);
  if (response.status < 400)
    await recordAudit(context.db, context, {
      action: "view-paper",
      entity: "provider",
      entityId: paper.providerId,
      changes: { paperId: paper.paperId },
    });
  return response;
}
