import { createCipheriv, createDecipheriv, createHash, randomBytes } from "node:crypto";

/** The database cell of a secret: the secret can be opened only for the same cell. */
export type SecretLocation = { table: string; row: string; column: string };

export type Vault = {
  /** Encrypts a secret for one location (AES-256-GCM). */
  seal: (secret: string, location: SecretLocation) => string;
  /**
   * The secret, or null where it was sealed with another key or for another location, or was changed.
   */
  open: (sealed: string, location: SecretLocation) => string | null;
};

const CIPHER = "aes-256-gcm";
const IV_BYTES = 12;
const VERSION = "v1";

/** @param key 32 bytes; text sealed with another key cannot be opened */
export function createVault(key: Buffer): Vault {
  const keyId = createHash("sha256").update(key).digest("base64url").slice(0, 8);
  const bind = ({ table, row, column }: SecretLocation) =>
    Buffer.from(JSON.stringify([VERSION, keyId, table, row, column]));
  return {
    seal(secret, location) {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv(CIPHER, key, iv).setAAD(bind(location));
      const body = Buffer.concat([cipher.update(secret, "utf8"), cipher.final()]);
      return [
        VERSION,
        keyId,
        ...[iv, cipher.getAuthTag(), body].map((part) => part.toString("base64url")),
      ].join(".");
    },
    open(sealed, location) {
      const [version, id, iv = "", tag = "", body = ""] = sealed.split(".");
      if (version !== VERSION || id !== keyId) return null;
      try {
        const decipher = createDecipheriv(CIPHER, key, Buffer.from(iv, "base64url"))
          .setAAD(bind(location))
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
