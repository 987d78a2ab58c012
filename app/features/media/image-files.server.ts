import { randomUUID } from "node:crypto";
import { mkdir, open, rename, rm, rmdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { Readable } from "node:stream";
import { IMAGE_FORMATS, imageUrl, type StoredImage, widthsOf } from "./image-versions.ts";

/**
 * Where files of pictures lie, by name. What stands under a name never changes, so that object
 * storage can take its place.
 */
export type ImageStore = {
  put: (name: string, bytes: Uint8Array) => Promise<void>;
  /** Null where there is no such file; `open` is called once, or never. */
  get: (
    name: string,
  ) => Promise<{ bytes: number; open: () => ReadableStream; close: () => Promise<void> } | null>;
  /** It is no error where there is none. */
  delete: (name: string) => Promise<void>;
};

const PREFIX = "/media/";
/** The name that an address of the media library stands for. */
export const nameOf = (url: string) => url.slice(PREFIX.length);

/** Names of all files of a picture. */
export const namesOf = (image: StoredImage) =>
  widthsOf(image.width).flatMap((version) =>
    IMAGE_FORMATS.map((format) => nameOf(imageUrl(image, version, format))),
  );

/** A folder of this machine, or one that all machines share. */
export function openImageFiles(directory: string): ImageStore {
  return {
    async put(name, bytes) {
      const file = join(directory, name);
      const temporary = `${file}.${randomUUID()}.tmp`;
      await mkdir(dirname(file), { recursive: true });
      try {
        await writeFile(temporary, bytes, { flush: true });
        await rename(temporary, file);
      } catch (error) {
        await rm(temporary, { force: true }).catch(() => {});
        throw error;
      }
    },
    async get(name) {
      const file = await open(join(directory, name)).catch((error: NodeJS.ErrnoException) => {
        if (error.code === "ENOENT" || error.code === "ENOTDIR") return null;
        throw error;
      });
      if (!file) return null;
      const close = () => file.close();
      try {
        const { size } = await file.stat();
        return {
          bytes: size,
          open: () => Readable.toWeb(file.createReadStream()) as ReadableStream,
          close,
        };
      } catch (error) {
        await close();
        throw error;
      }
    },
    async delete(name) {
      const file = join(directory, name);
      await rm(file, { force: true });
      // The folder of a picture goes with its last file.
      await rmdir(dirname(file)).catch(() => {});
    },
  };
}
