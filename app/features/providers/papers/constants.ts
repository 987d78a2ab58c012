import type { UploadFormat } from "#app/lib/sniff-image-format.ts";

export const PAPER_KINDS = ["license", "insurance"] as const;
export type PaperKind = (typeof PAPER_KINDS)[number];
export const PAPER_LABELS: Record<PaperKind, string> = {
  license: "License",
  insurance: "Insurance",
};

/** Papers that a provider may have. */
export const MAX_PAPERS = 20;
export const NUMBER_LENGTH = 60;
export const ISSUER_LENGTH = 100;
/** A paper that is valid for longer has a typing error in its date. */
export const MAX_VALID_YEARS = 10;

export const MAX_PDF_BYTES = 5 * 1024 * 1024;
export const MAX_IMAGE_BYTES = 10 * 1024 * 1024;
/** A form with the largest file, its fields and boundaries: it is in memory while it is read. */
export const MAX_PAPER_FORM_BYTES = MAX_IMAGE_BYTES + 64 * 1024;
/**
 * A form up to this size is received to its end, so that its sender sees which page refused it. A
 * larger one is refused unread.
 */
export const MAX_PAPER_BODY_BYTES = 30 * 1024 * 1024;

export const PAPER_IMAGE_FORMATS: readonly UploadFormat[] = ["jpeg", "png", "webp"];
/** Not `image/*`: Safari converts HEIC to JPEG only where JPEG is asked for. */
export const PAPER_TYPES = "image/jpeg,image/png,image/webp,application/pdf";
/** In pixels, of the longer side: small print stays readable. */
export const PAPER_SIDE = 2_400;

/** Papers that a provider can send in an hour, and forms that one address can. */
export const PAPERS_PER_HOUR = 20;
export const FORMS_PER_ADDRESS_AND_HOUR = 60;

/** Why a file was not taken. */
export const FILE_REFUSALS = {
  nothing: "Choose a file.",
  "too-large": "This photo is larger than 10 MB.",
  "pdf-too-large": "This PDF is larger than 5 MB.",
  "wrong-type": "This is not a JPEG, PNG or WebP photo, and not a PDF.",
  heic: "We cannot open HEIC photos. Send a screenshot of it instead.",
  "too-many-pixels": "This photo has more than 50 megapixels.",
  "too-many-to-decode": "This photo has more than 16 megapixels. Save it as JPEG first.",
  damaged: "This file is damaged or not complete.",
  busy: "Many files are coming in right now. Try again in a minute.",
} as const;
export type FileRefusal = keyof typeof FILE_REFUSALS;

/** Why a whole form was refused. */
export const PAPER_REFUSALS = {
  fields: "Nothing was saved. Please check the entries below, and choose the file again.",
  "too-large": "This file is too large. Send a photo of up to 10 MB, or a PDF of up to 5 MB.",
  full: `You have ${MAX_PAPERS} documents, the most there can be. Remove one that no longer counts.`,
  busy: FILE_REFUSALS.busy,
  storage:
    "Documents cannot be stored right now, so nothing was saved. Try again in a few minutes.",
  limit: "Too many documents within an hour. Try again later.",
  gone: "This document is no longer there.",
  counts: "This document counts now, so it was not removed.",
  unknown: "This form is not known.",
} as const;
export type PaperRefusal = keyof typeof PAPER_REFUSALS;

/** What a form did, by the code in the address. */
export const PAPER_DONE_TEXTS: Readonly<Record<string, string>> = {
  sent: "Sent. Our team looks at it and emails you what they decide.",
  removed: "Removed.",
};
