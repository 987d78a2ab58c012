import { openS3Folders } from "#app/lib/s3-folders.server.ts";
import type { S3Config } from "#app/lib/s3-variables.server.ts";
import type { ImageStore } from "./image-files.server.ts";
import { readImageFolder } from "./image-versions.ts";

/** The content of a name never changes. */
const FOREVER = "public, max-age=31536000, immutable";

/** Stores images as objects `media/<folder>/<file>` of an S3 bucket. */
export function openImageObjects(config: S3Config): ImageStore {
  const folders = openS3Folders(config, "media/");
  return {
    put: (name, bytes) =>
      folders.put(name, bytes, {
        contentType: `image/${name.slice(name.lastIndexOf(".") + 1)}`,
        cacheControl: FOREVER,
      }),
    get: folders.get,
    async deleteFolder(folder) {
      await folders.deleteFolder(folder);
    },
    listFolders: async () => (await folders.listFolders()).filter(readImageFolder),
    // An object is complete or missing: there are no parts of an upload, because we send none.
    deleteUnfinished: async () => {},
  };
}
