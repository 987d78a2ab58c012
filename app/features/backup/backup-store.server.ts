import type { Env } from "#app/lib/env.server.ts";
import { forEachConcurrently } from "#app/lib/for-each-concurrently.ts";
import { createS3Client } from "#app/lib/s3-client.server.ts";
import { S3Error } from "#app/lib/s3-error.ts";
import { getS3Config, type S3Config } from "#app/lib/s3-variables.server.ts";
import { BackupDamageError } from "./backup-file.server.ts";
import { PART_BYTES, PART_MS } from "./constants.ts";
import { decryptBytes, encryptBytes } from "./encryption.server.ts";
import type { BackupCheck } from "./runs.server.ts";
import { splitPieces } from "./split-pieces.ts";

const ROOT = "backups/";
/** Written last: a folder without it is not a whole, verified backup. */
const MARKER = "verified.json";
const PRIVATE = { contentType: "application/octet-stream", cacheControl: "no-store" };
const PARALLEL_CALLS = 8;
/** Of one part, as the connection may break in the middle of it. */
const DOWNLOADS = 3;
const NAME = /^(\d{4}-\d{2}-\d{2})-(\d{2})(\d{2})(\d{2})-[0-9a-f]{8}$/;

/** For people who look into the bucket; what counts is that it is there. */
type Marker = { verifiedBy: BackupCheck; rows: number; bytes: number; schema: string };

/** `at`: of its snapshot. */
type StoredBackup = { name: string; at: Date };

/** The name of a backup of that moment. @param random eight hexadecimal digits */
export const buildBackupName = (at: Date, random: string): string =>
  `${at.toISOString().slice(0, 19).replaceAll(":", "").replace("T", "-")}-${random}`;

/** When a backup of that name was begun; null where the name is none. */
export function readBackupTime(name: string): Date | null {
  const [, day, hour, minute, second] = NAME.exec(name) ?? [];
  const at = new Date(`${day}T${hour}:${minute}:${second}Z`);
  return Number.isNaN(at.getTime()) ? null : at;
}

/** Null where no object storage or no BACKUP_KEY is set. */
export function openBackupStore(env: Env): BackupStore | null {
  const config = getS3Config(env);
  return config && env.BACKUP_KEY ? createStore(config, env.BACKUP_KEY) : null;
}
export type BackupStore = ReturnType<typeof createStore>;

/**
 * Encrypted backups in object storage: each is a folder of numbered parts and a marker. Parts are
 * objects of their own, not those of a multipart upload: each can be sent again, what an interrupted
 * upload left is visible, and no size is too large.
 */
function createStore(config: S3Config, secret: string) {
  const client = createS3Client(config, { attemptMs: PART_MS });
  const getFolder = (name: string) => `${ROOT}${name}/`;
  const getPart = (name: string, number: number) =>
    `${getFolder(name)}${String(number).padStart(6, "0")}`;

  /** A whole object; again where the connection breaks within. Null where there is none. */
  async function download(key: string): Promise<Buffer | null> {
    for (let attempt = 1; ; attempt++)
      try {
        const object = await client.get(key);
        return object && Buffer.from(await new Response(object.open()).arrayBuffer());
      } catch (error) {
        if (!(error instanceof S3Error) || !error.isTransient || attempt === DOWNLOADS) throw error;
      }
  }

  async function listStored(): Promise<(StoredBackup & { isVerified: boolean })[]> {
    const found: (StoredBackup & { isVerified: boolean })[] = [];
    for await (const { folders } of client.list(ROOT, "/"))
      for (const folder of folders) {
        const name = folder.slice(ROOT.length, -1);
        const at = readBackupTime(name);
        if (!at) continue;
        found.push({ name, at, isVerified: (await download(folder + MARKER)) !== null });
      }
    return found.toSorted((a, b) => b.name.localeCompare(a.name));
  }

  return {
    /** All backups and what interrupted ones left, the newest first. */
    listStored,
    /** Encrypts and stores a stream, a part at a time. @returns how many bytes were stored */
    async write(name: string, plain: AsyncIterable<Uint8Array>): Promise<number> {
      let [bytes, number] = [0, 0];
      for await (const part of splitPieces(encryptBytes(plain, { secret, name }), PART_BYTES)) {
        number += 1;
        await client.put(getPart(name, number), part.bytes, PRIVATE);
        bytes += part.bytes.length;
      }
      return bytes;
    },
    /**
     * The encrypted bytes of a backup, as they are stored.
     * @throws BackupDamageError where there is none of that name
     */
    async *read(name: string): AsyncGenerator<Uint8Array> {
      for (let number = 1; ; number++) {
        const bytes = await download(getPart(name, number));
        if (!bytes && number === 1)
          throw new BackupDamageError(`There is no backup ${name} in the object storage.`);
        if (!bytes) return;
        yield bytes;
      }
    },
    decrypt: (name: string, encrypted: AsyncIterable<Uint8Array>) =>
      decryptBytes(encrypted, { secret, name }),
    /** Marks a backup as whole and verified. */
    markVerified: (name: string, marker: Marker): Promise<void> =>
      client.put(getFolder(name) + MARKER, Buffer.from(JSON.stringify(marker)), {
        ...PRIVATE,
        contentType: "application/json",
      }),
    /**
     * Deletes a backup, first of all its marker.
     * @returns false where the bucket keeps versions, so that the content is still there
     */
    async remove(name: string): Promise<boolean> {
      let isGone = await client.delete(getFolder(name) + MARKER);
      for await (const { keys } of client.list(getFolder(name)))
        await forEachConcurrently(keys, PARALLEL_CALLS, async (key) => {
          isGone = (await client.delete(key)) && isGone;
        });
      return isGone;
    },
  };
}
