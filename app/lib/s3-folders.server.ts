import { createS3Client, type S3Put, type S3Signed } from "./s3-client.server.ts";
import type { S3Object } from "./s3-response.server.ts";
import type { S3Config } from "./s3-variables.server.ts";

/** Objects by name, `<folder>/<file>`, below one root of the bucket. */
export type S3Folders = {
  put: (name: string, bytes: Uint8Array, options: S3Put) => Promise<void>;
  get: (name: string) => Promise<S3Object | null>;
  /** @returns false where the bucket keeps versions, so that the content is still there */
  deleteFolder: (folder: string) => Promise<boolean>;
  listFolders: () => Promise<string[]>;
  signUrl: (name: string, options: S3Signed) => Promise<string>;
};

/** @param root such as "media/" */
export function openS3Folders(config: S3Config, root: string): S3Folders {
  const client = createS3Client(config);
  return {
    put: (name, bytes, options) => client.put(root + name, bytes, options),
    get: (name) => client.get(root + name),
    async deleteFolder(folder) {
      let isGone = true;
      for await (const { keys } of client.list(`${root}${folder}/`)) {
        const deleted = await Promise.all(keys.map((key) => client.delete(key)));
        isGone &&= deleted.every(Boolean);
      }
      return isGone;
    },
    async listFolders() {
      const names: string[] = [];
      for await (const { folders } of client.list(root, "/"))
        names.push(...folders.map((folder) => folder.slice(root.length, -1)));
      return names;
    },
    signUrl: (name, options) => client.signUrl(root + name, options),
  };
}
