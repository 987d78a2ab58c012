import { readLimitedForm } from "#app/lib/read-body.server.ts";
import { MAX_UPLOAD_BODY_BYTES, MAX_UPLOAD_BYTES, type UploadRefusal } from "./constants.ts";

export type Upload = { bytes: Uint8Array; fileName: string; alt: string };
type Read =
  | ({ ok: true } & Upload)
  | { ok: false; reason: Extract<UploadRefusal, "nothing" | "too-large"> };

/** Reads the file and its description from a multipart form. */
export async function readUpload(request: Request): Promise<Read> {
  const form = await readLimitedForm(request, MAX_UPLOAD_BODY_BYTES);
  if (form === "too-large") return { ok: false, reason: "too-large" };
  const file = form?.get("file");
  if (!(file instanceof File) || file.size === 0) return { ok: false, reason: "nothing" };
  if (file.size > MAX_UPLOAD_BYTES) return { ok: false, reason: "too-large" };
  return {
    ok: true,
    bytes: await file.bytes(),
    fileName: file.name,
    alt: String(form?.get("alt") ?? ""),
  };
}
