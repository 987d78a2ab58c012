import { MAX_UPLOAD_BODY_BYTES, MAX_UPLOAD_BYTES, type UploadRefusal } from "./constants.ts";

export type UploadBody = { body: ReadableStream<Uint8Array> | null; contentType: string | null };
export type Upload = { bytes: Uint8Array; fileName: string; alt: string };
type Read = ({ ok: true } & Upload) | { ok: false; reason: Extract<UploadRefusal, "nothing" | "too-large"> };

/** Reads the file of a multipart body, and stops at the byte that is too much. */
export async function readUpload({ body, contentType }: UploadBody): Promise<Read> {
  if (!body || !contentType?.toLowerCase().startsWith("multipart/form-data")) return { ok: false, reason: "nothing" };
  const parts: Uint8Array[] = [];
  let length = 0;
  try {
    for await (const part of body) {
      length += part.length;
      if (length > MAX_UPLOAD_BODY_BYTES) return { ok: false, reason: "too-large" };
      parts.push(part);
    }
  } catch {
    return { ok: false, reason: "nothing" };
  }
  const form = await new Response(Buffer.concat(parts), { headers: { "Content-Type": contentType } }).formData().catch(() => new FormData());
  const file = form.get("file");
  if (!(file instanceof File) || file.size === 0) return { ok: false, reason: "nothing" };
  if (file.size > MAX_UPLOAD_BYTES) return { ok: false, reason: "too-large" };
  return { ok: true, bytes: await file.bytes(), fileName: file.name, alt: String(form.get("alt") ?? "") };
}
