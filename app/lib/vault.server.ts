import { createCipheriv, createDecipheriv, createHash, randomBytes } from "node:crypto";

/** Where a secret is stored: it can be opened only for this place. */
export type Place = { table: string; row: string; column: string };

export type Vault = {
  /** Encrypts a secret for one place (AES-256-GCM). */
  seal: (secret: string, place: Place) => string;
  /**
   * The secret, or null where it was sealed with another key or for another place, or was changed.
   */
  open: (sealed: string, place: Place) => string | null;
};

const CIPHER = "aes-256-gcm";
const IV_BYTES = 12;
const VERSION = "v1";

/** @param key 32 bytes; text sealed with another key cannot be opened */
export function createVault(key: Buffer): Vault {
  const keyId = createHash("sha256").update(key).digest("base64url").slice(0, 8);
  const bind = ({ table, row, column }: Place) =>
    Buffer.from(JSON.stringify([VERSION, keyId, table, row, column]));
  return {
    seal(secret, place) {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv(CIPHER, key, iv).setAAD(bind(place));
      const body = Buffer.concat([cipher.update(secret, "utf8"), cipher.final()]);
      return [
        VERSION,
        keyId,
        ...[iv, cipher.getAuthTag(), body].map((part) => part.toString("base64url")),
      ].join(".");
    },
    open(sealed, place) {
      const [version, id, iv = "", tag = "", body = ""] = sealed.split(".");
      if (version !== VERSION || id !== keyId) return null;
      try {
        const decipher = createDecipheriv(CIPHER, key, Buffer.from(iv, "base64url"))
          .setAAD(bind(place))
          .setAuthTag(Buffer.from(tag, "base64url"));
        return Buffer.concat([
          decipher.update(Buffer.from(body, "base64url")),
          decipher.final(),
        ]).toString("utf8");
      } catch {
        return null;
      }
    },
  };
}
