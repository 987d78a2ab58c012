import { decodeImage } from "#app/lib/decode-image.server.ts";
import { encodeJpeg } from "#app/lib/encode-jpeg.server.ts";
import { createImageQueue } from "#app/lib/image-queue.server.ts";
import { sniffImageFormat } from "#app/lib/sniff-image-format.ts";
import {
  type FileRefusal,
  MAX_IMAGE_BYTES,
  MAX_PDF_BYTES,
  PAPER_IMAGE_FORMATS,
  PAPER_SIDE,
} from "./constants.ts";

const JPEG_QUALITY = 82;
const MAX_WAITING_PAPERS = 10;

export type PaperFile = { contentType: "image/jpeg" | "application/pdf"; file: Buffer };
type ReadPaper = ({ ok: true } & PaperFile) | { ok: false; reason: FileRefusal };

const runInQueue = createImageQueue({ maxWaiting: MAX_WAITING_PAPERS });

const PDF_START = "%PDF-";
const PDF_END = "%%EOF";
/** Programs may add a few bytes after the end. */
const PDF_TAIL_BYTES = 1_024;

/**
 * The file to keep of an upload, whatever its name and its declared type: pixels of a photo are encoded
 * again, so nothing else of it remains; a PDF stays as it is.
 */
export async function readPaper(upload: Uint8Array): Promise<ReadPaper> {
  if (isPdf(upload)) return readPdf(upload);
  if (upload.length > MAX_IMAGE_BYTES) return { ok: false, reason: "too-large" };
  if (sniffImageFormat(upload) === "heic") return { ok: false, reason: "heic" };
  return (await runInQueue(() => encodePaper(upload))) ?? { ok: false, reason: "busy" };
}

const isPdf = (upload: Uint8Array) =>
  Buffer.from(upload.subarray(0, PDF_START.length)).toString("latin1") === PDF_START;

function readPdf(upload: Uint8Array): ReadPaper {
  if (upload.length > MAX_PDF_BYTES) return { ok: false, reason: "pdf-too-large" };
  // An upload that broke off has no end.
  const tail = Buffer.from(upload.subarray(-PDF_TAIL_BYTES)).toString("latin1");
  if (!tail.includes(PDF_END)) return { ok: false, reason: "damaged" };
  return { ok: true, contentType: "application/pdf", file: Buffer.from(upload) };
}

async function encodePaper(upload: Uint8Array): Promise<ReadPaper> {
  const pixels = await decodeImage(upload, {
    formats: PAPER_IMAGE_FORMATS,
    maxWidth: PAPER_SIDE,
    maxHeight: PAPER_SIDE,
  });
  if (!pixels.ok) return pixels;
  const file = await encodeJpeg(pixels, { quality: JPEG_QUALITY });
  return { ok: true, contentType: "image/jpeg", file };
}
