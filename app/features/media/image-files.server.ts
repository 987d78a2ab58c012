import { randomUUID } from "node:crypto";
import { mkdir, open, readdir, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { Readable } from "node:stream";
import { readImageFolder } from "./image-versions.ts";

/** Call `open` at most once, else `close`. */
export type StoredFile = {
  bytes: number;
  /** SHA-256 (hex) of what was written, where the store keeps it. */
  sha256?: string | null;
  open: () => ReadableStream<Uint8Array>;
  close: () => Promise<void>;
};

/**
 * Stores image files by name: `<folder>/<file>`, one folder per image. The content of a name never
 * changes. Files are in a folder, or in object storage (`image-objects.server.ts`).
 */
export type ImageStore = {
  /** Atomic: after a crash the file is complete or missing. */
  put: (name: string, bytes: Uint8Array) => Promise<void>;
  /** Null where the file does not exist. */
  get: (name: string) => Promise<StoredFile | null>;
  /** Deletes an image's folder with its files, if it exists. */
  deleteFolder: (folder: string) => Promise<void>;
  /** The folders of all images. */
  listFolders: () => Promise<string[]>;
  /** Deletes leftovers of writes that were interrupted before that time. */
  deleteUnfinished: (before: Date) => Promise<void>;
};

const PREFIX = "/media/";
/** Files are written here and then moved. */
const UNFINISHED_FOLDER = "unfinished";
/** Some network file systems cannot flush a folder. */
const FLUSH_UNSUPPORTED = new Set(["EINVAL", "ENOTSUP", "EPERM"]);

/** The name in the image store of a media library URL. */
export const getStoredName = (url: string) => url.slice(PREFIX.length);

const isMissing = (error: NodeJS.ErrnoException) =>
  error.code === "ENOENT" || error.code === "ENOTDIR";

/** Stores files in a local folder, or in one that all machines share. */
export function openImageFiles(directory: string): ImageStore {
  return {
    async put(name, bytes) {
      const file = join(directory, name);
      const temporary = join(directory, UNFINISHED_FOLDER, randomUUID());
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
      for (const name of await readFolder(join(directory, UNFINISHED_FOLDER))) {
        const file = join(directory, UNFINISHED_FOLDER, name);
        // Another process may have moved or deleted it in the meantime.
        const { mtime } = await stat(file).catch((error: NodeJS.ErrnoException) => {
          if (isMissing(error)) return { mtime: before };
          throw error;
        });
        if (mtime < before) await rm(file, { force: true });
      }
    },
  };
}

/** A rename survives a power failure only once its folder is flushed. */
async function flushFolder(folder: string): Promise<void> {
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } catch (error) {
    if (!FLUSH_UNSUPPORTED.has(String((error as NodeJS.ErrnoException).code))) throw error;
  } finally {
    await handle.close();
  }
}

const readFolder = async (folder: string) => (await readdir(folder).catch(ignoreMissing)) ?? [];

function ignoreMissing(error: NodeJS.ErrnoException): void {
  if (!isMissing(error)) throw error;
}
