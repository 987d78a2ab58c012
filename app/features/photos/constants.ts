import type { UploadFormat } from "#app/lib/sniff-image-format.ts";

/** Photos that one request may have. */
export const MAX_PHOTOS = 5;
export const MAX_PHOTO_BYTES = 10 * 1024 * 1024;
/** All photos of one form together: they are in memory at the same time. */
export const MAX_FORM_BYTES = 25 * 1024 * 1024;
/**
 * A form up to this size is received to its end, so that its sender sees which page refused it. A
 * larger one is refused unread.
 */
export const MAX_BODY_BYTES = 60 * 1024 * 1024;

/** In pixels, of the longer side. */
export const IMAGE_SIDE = 2_048;
export const THUMBNAIL_SIDE = 480;

export const PHOTO_FORMATS: readonly UploadFormat[] = ["jpeg", "png", "webp", "avif"];
/** Not `image/*`: Safari converts HEIC to JPEG only where JPEG is asked for. */
export const PHOTO_TYPES = PHOTO_FORMATS.map((format) => `image/${format}`).join(",");

export const FORMS_PER_HOUR = 40;
/** A phone company has one address for many customers. */
export const FORMS_PER_ADDRESS_AND_HOUR = 120;

/** Why one photo was not added. */
export const PHOTO_REFUSALS = {
  "too-large": "it is larger than 10 MB.",
  "wrong-type": "it is not a JPEG, PNG, WebP or AVIF photo.",
  heic: "we cannot open HEIC photos. Send a screenshot of it instead.",
  "too-many-pixels": "it has more than 50 megapixels.",
  "too-many-to-decode": "it has more than 16 megapixels. Save it as JPEG first.",
  damaged: "the file is damaged or not complete.",
  full: `a request can have ${MAX_PHOTOS} photos. Remove one first.`,
  busy: "many photos are coming in right now. Try again in a minute.",
} as const;
export type PhotoRefusal = keyof typeof PHOTO_REFUSALS;

/** Why a whole form was refused. */
export const FORM_REFUSALS = {
  nothing: "Choose at least one photo.",
  "too-large": "These photos are larger than 25 MB together. Send fewer at a time.",
  closed: "This request is closed, so no photos can be added.",
  busy: "Many photos are coming in right now. Try again in a minute.",
  storage: "Photos cannot be stored right now, so none were added. Try again in a few minutes.",
  limit: "You have sent photos very often within an hour. Try again later.",
} as const;
export type FormRefusal = keyof typeof FORM_REFUSALS;
