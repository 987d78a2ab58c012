import {
  createCipheriv,
  createDecipheriv,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from "node:crypto";
import { BackupDamageError } from "./backup-file.server.ts";
import { splitPieces } from "./split-pieces.ts";

// An encrypted backup is a header and chunks. The header has a random salt, from which, with
// BACKUP_KEY and the backup's name, its own key is derived; so no two backups share a key, and none
// can be passed off as another. Each chunk is sealed by AES-256-GCM with its number and whether it is
// the last: a chunk that was changed, moved, repeated or left out does not open.

const MAGIC = Buffer.from("HENRYBK1");
const SALT_BYTES = 32;
/** Tells a wrong key from a damaged backup. */
const CHECK_BYTES = 16;
const HEADER_BYTES = MAGIC.length + SALT_BYTES + CHECK_BYTES;
const CHUNK_BYTES = 64 * 1024;
const TAG_BYTES = 16;
const NONCE_BYTES = 12;

/** `secret`: BACKUP_KEY; `name`: of the backup. */
export type BackupKey = { secret: string; name: string };

function deriveKeys({ secret, name }: BackupKey, salt: Uint8Array) {
  const derive = (use: string, bytes: number) =>
    Buffer.from(hkdfSync("sha256", secret, salt, `backup/v1/${use}/${name}`, bytes));
  return { key: derive("key", 32), check: derive("check", CHECK_BYTES) };
}

/** The number of a chunk and whether it is the last; never used twice with one key. */
function buildNonce(index: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(NONCE_BYTES);
  nonce.writeBigUInt64BE(BigInt(index));
  nonce[NONCE_BYTES - 1] = isLast ? 1 : 0;
  return nonce;
}

/** Encrypts a stream of bytes, chunk by chunk. */
export async function* encryptBytes(
  source: AsyncIterable<Uint8Array>,
  backupKey: BackupKey,
): AsyncGenerator<Buffer> {
  const salt = randomBytes(SALT_BYTES);
  const { key, check } = deriveKeys(backupKey, salt);
  yield Buffer.concat([MAGIC, salt, check]);
  let index = 0;
  for await (const { bytes, isLast } of splitPieces(source, CHUNK_BYTES)) {
    const cipher = createCipheriv("aes-256-gcm", key, buildNonce(index, isLast));
    yield Buffer.concat([cipher.update(bytes), cipher.final(), cipher.getAuthTag()]);
    index += 1;
  }
}

/**
 * Decrypts what `encryptBytes` wrote.
 * @throws BackupDamageError where the key is another one, or the bytes were changed, moved or cut
 */
export async function* decryptBytes(
  source: AsyncIterable<Uint8Array>,
  backupKey: BackupKey,
): AsyncGenerator<Buffer> {
  let key: Buffer | undefined;
  async function* readBody() {
    let header = Buffer.alloc(0);
    for await (const bytes of source) {
      if (key) {
        yield bytes;
        continue;
      }
      header = Buffer.concat([header, bytes]);
      if (header.length < HEADER_BYTES) continue;
      key = openHeader(header.subarray(0, HEADER_BYTES), backupKey);
      yield header.subarray(HEADER_BYTES);
    }
    if (!key) throw new BackupDamageError("The backup is cut short: it has no beginning.");
  }
  let index = 0;
  for await (const { bytes, isLast } of splitPieces(readBody(), CHUNK_BYTES + TAG_BYTES)) {
    // The header was read before the first piece.
    yield openChunk(bytes, { key: key as Buffer, index, isLast });
    index += 1;
  }
}

function openHeader(header: Buffer, backupKey: BackupKey): Buffer {
  if (!header.subarray(0, MAGIC.length).equals(MAGIC))
    throw new BackupDamageError("The file is not an encrypted backup of this site.");
  const salt = header.subarray(MAGIC.length, MAGIC.length + SALT_BYTES);
  const { key, check } = deriveKeys(backupKey, salt);
  if (!timingSafeEqual(check, header.subarray(MAGIC.length + SALT_BYTES)))
    throw new BackupDamageError(
      "The backup was encrypted with another BACKUP_KEY, or under another name.",
    );
  return key;
}

type Position = { key: Buffer; index: number; isLast: boolean };

function openChunk(chunk: Buffer, position: Position): Buffer {
  const opened = tryOpen(chunk, position);
  if (opened) return opened;
  const isCut = position.isLast && tryOpen(chunk, { ...position, isLast: false }) !== null;
  throw new BackupDamageError(
    isCut
      ? "The backup is cut short: its end is missing."
      : "The backup is damaged: a part of it was changed, moved or cut.",
  );
}

function tryOpen(chunk: Buffer, { key, index, isLast }: Position): Buffer | null {
  if (chunk.length < TAG_BYTES) return null;
  const decipher = createDecipheriv("aes-256-gcm", key, buildNonce(index, isLast), {
    authTagLength: TAG_BYTES,
  });
  decipher.setAuthTag(chunk.subarray(-TAG_BYTES));
  try {
    return Buffer.concat([decipher.update(chunk.subarray(0, -TAG_BYTES)), decipher.final()]);
  } catch {
    return null;
  }
}
