import { createHash, createHmac, hkdfSync, randomBytes, timingSafeEqual } from "node:crypto";
import {
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";

const SECRET_FILE = "app-secret";

/**
 * APP_SECRET if it is set, otherwise a secret in DATA_DIR (mode 600), created at the first start.
 */
export function readAppSecret(options: { configured?: string; dataDir: string }): string {
  if (options.configured) return options.configured;
  mkdirSync(options.dataDir, { recursive: true, mode: 0o711 });
  return readOrCreateSecret(join(options.dataDir, SECRET_FILE));
}

/** The random secret in a file of mode 600, created if it does not exist; its folder must exist. */
export function readOrCreateSecret(file: string): string {
  if (!existsSync(file)) {
    const draft = `${file}.${randomBytes(6).toString("hex")}`;
    const handle = openSync(draft, "wx", 0o600);
    writeSync(handle, `${randomBytes(32).toString("base64url")}\n`);
    fsyncSync(handle);
    closeSync(handle);
    // A link fails if the name exists: two processes that start at once agree on one secret.
    try {
      linkSync(draft, file);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    } finally {
      rmSync(draft, { force: true });
    }
  }
  chmodSync(file, 0o600);
  return readFileSync(file, "utf8").trim();
}

/** A key for one purpose, derived from the application secret; 32 bytes. */
export function deriveKey(secret: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync("sha256", secret, "", purpose, 32));
}

/** Everything that is derived from the application secret, so that a rotation misses nothing. */
export const deriveKeys = (secret: string) => ({
  /** Of the library for sign-ins: signs cookies, encrypts the seeds of authenticators. */
  staffAuth: deriveKey(secret, "staff-auth").toString("base64url"),
  securityLog: deriveKey(secret, "security-log"),
  /** Encrypts tokens and keys of other services. */
  vault: deriveKey(secret, "vault"),
  /** Encrypts the stored contact keys. */
  contactKeys: deriveKey(secret, "contact-keys"),
  /** Version 1 of the contact keys; later versions are random. */
  firstContactKey: deriveKey(secret, "contact-hash"),
});

/** The secret in DATA_DIR; null where none was created. */
export function readStoredSecret(dataDir: string): string | null {
  const file = join(dataDir, SECRET_FILE);
  return existsSync(file) ? readFileSync(file, "utf8").trim() : null;
}

/** Compares a value with a secret in constant time. */
export function isSameSecret(given: string, secret: string): boolean {
  const [left, right] = [given, secret].map((text) =>
    createHash("sha256").update(text).digest(),
  ) as [Buffer, Buffer];
  return timingSafeEqual(left, right);
}

/** Keyed hash of a text, in hex. */
export function hashWithKey(key: Buffer, value: string): string {
  return createHmac("sha256", key).update(value).digest("hex");
}

/** What the database stores of a token that only its bearer knows. */
export const hashToken = (token: string): string =>
  createHash("sha256").update(token).digest("base64url");
