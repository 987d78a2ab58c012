import { randomUUID } from "node:crypto";
import { mkdir, open, readdir, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { Readable } from "node:stream";
import { readImageFolder } from "./image-versions.ts";

/**
 * Files of images, by name: `<folder>/<file>`, one folder for each image. The contents of a name
 * never change, so that object storage can implement it with the folder as a prefix.
 */
export type ImageStore = {
  /** After a crash there is the whole file or none. */
  put: (name: string, bytes: Uint8Array) => Promise<void>;
  /** Null where there is no such file; `open` is called once, or never. */
  get: (
    name: string,
  ) => Promise<{ bytes: number; open: () => ReadableStream; close: () => Promise<void> } | null>;
  /** Deletes an image's folder with everything in it. No error where there is none. */
  deleteFolder: (folder: string) => Promise<void>;
  /** The folders of all images. */
  listFolders: () => Promise<string[]>;
  /** Deletes what interrupted writes left before that time. */
  deleteUnfinished: (before: Date) => Promise<void>;
};

const PREFIX = "/media/";
/** Files are here until they are complete. */
const UNFINISHED = "unfinished";
/** Some network file systems cannot flush a folder. */
const CANNOT_FLUSH = new Set(["EINVAL", "ENOTSUP", "EPERM"]);

/** The file name of a URL of the media library. */
export const nameOf = (url: string) => url.slice(PREFIX.length);

const isMissing = (error: NodeJS.ErrnoException) =>
  error.code === "ENOENT" || error.code === "ENOTDIR";

/** Stores files in a folder of this machine, or in one that all machines share. */
export function openImageFiles(directory: string): ImageStore {
  return {
    async put(name, bytes) {
      const file = join(directory, name);
      const temporary = join(directory, UNFINISHED, randomUUID());
      await mkdir(dirname(temporary), { recursive: true });
      try {
        await writeFile(temporary, bytes, { flush: true });
        await mkdir(dirname(file), { recursive: true });
        await rename(temporary, file);
      } catch (error) {
        await rm(temporary, { force: true }).catch(() => {});
        throw error;
      }
      await flushFolder(dirname(file));
      await flushFolder(directory);
    },
    async get(name) {
      const file = await open(join(directory, name)).catch((error: NodeJS.ErrnoException) => {
        if (isMissing(error)) return null;
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
    async deleteFolder(folder) {
      await rm(join(directory, folder), { recursive: true, force: true }).catch(ignoreMissing);
    },
    async listFolders() {
      return (await readFolder(directory)).filter(readImageFolder);
    },
    async deleteUnfinished(before) {
      for (const name of await readFolder(join(directory, UNFINISHED))) {
        const file = join(directory, UNFINISHED, name);
        // Another process may finish or delete it meanwhile.
        const { mtime } = await stat(file).catch((error: NodeJS.ErrnoException) => {
          if (isMissing(error)) return { mtime: before };
          throw error;
        });
        if (mtime < before) await rm(file, { force: true });
      }
    },
  };
}

/** Renames survive a power failure only when their folder was flushed. */
async function flushFolder(folder: string): Promise<void> {
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } catch (error) {
    if (!CANNOT_FLUSH.has(String((error as NodeJS.ErrnoException).code))) throw error;
  } finally {
    await handle.close();
  }
}

const readFolder = async (folder: string) => (await readdir(folder).catch(ignoreMissing)) ?? [];

function ignoreMissing(error: NodeJS.ErrnoException): void {
  if (!isMissing(error)) throw error;
}
