import { requestPhotos } from "#app/db/tables/customer-page.server.ts";
import type { FileOwner } from "#app/features/private-files/file-owner.ts";

/** The names of a photo's two files in object storage. */
export const PHOTO_FILES = { full: "full.jpg", thumb: "thumb.jpg" } as const;
export const PHOTO_CONTENT_TYPE = "image/jpeg";

/** Where the bytes of photos are. */
export const photoFiles: FileOwner = {
  label: "photo",
  table: requestPhotos,
  columns: {
    [PHOTO_FILES.full]: requestPhotos.image,
    [PHOTO_FILES.thumb]: requestPhotos.thumbnail,
  },
  contentType: PHOTO_CONTENT_TYPE,
};
