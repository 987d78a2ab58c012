/** Limits, addresses and messages of the media library. */

export const IMAGES_PATH = "/backyard/media/images";

export const MAX_UPLOAD_BYTES = 10 * 1024 * 1024;
/** For the file, its alt text, and the multipart boundaries. */
export const MAX_UPLOAD_BODY_BYTES = MAX_UPLOAD_BYTES + 64 * 1024;
/** Taller images are scaled down, as the stored formats do not allow much more. */
export const MAX_IMAGE_HEIGHT = 6_400;
export const MAX_IMAGE_NAME = 200;
export const MAX_IMAGE_ALT = 300;
export const IMAGES_PER_PAGE = 24;
export const MAX_UPLOADS_PER_HOUR = 60;
/** Queued uploads are held in memory. */
export const MAX_WAITING_UPLOADS = 4;

export const IMAGE_TYPES = "image/jpeg,image/png,image/webp,image/avif,image/gif";
export const UPLOAD_REFUSALS = {
  nothing: "No image was received. Choose one and try again.",
  "too-large": "This image is too large: 10 MB is the limit.",
  "wrong-type": "Choose a JPEG, PNG, WebP, AVIF or GIF image.",
  "too-many-pixels": "This image has too many pixels: 50 megapixels are the limit.",
  "too-many-to-decode":
    "This image has too many pixels for its format: AVIF and interlaced PNG may have 16 megapixels. Save it as JPEG.",
  damaged: "This image cannot be read: the file is damaged or incomplete.",
  busy: "Several images are being stored right now. Try again in a minute.",
  limit: `You have stored ${MAX_UPLOADS_PER_HOUR} images within an hour, which is the limit. Try again later: images that are refused do not count.`,
  storage: "The server cannot write this image: its disk is full or read-only. Nothing was stored.",
  unreachable: "Image storage is not responding. Nothing was stored: try again in a moment.",
  database: "The database does not respond. Nothing was stored: try again in a moment.",
} as const;
export type UploadRefusal = keyof typeof UPLOAD_REFUSALS;

export const IMAGE_GONE = "This image no longer exists: somebody has deleted it.";
export const IMAGE_IN_USE = "This image is in use. Remove it from these first, then delete it.";
export const LIBRARY_UNREACHABLE =
  "The server could not be reached. Check your connection and try again.";
export const SIGNED_OUT = "You are signed out. Sign in again, then repeat this.";
