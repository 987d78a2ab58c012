import { createHmac } from "node:crypto";

/** The keys of the hashes of contacts, one for each version, version 1 first. */
export type ContactKeys = readonly [Buffer, ...Buffer[]];

/** Stop links have six bits for the version. */
export const MAX_KEY_VERSION = 64;

/** The version of the hashes that are made now. */
export const getKeyVersion = (keys: ContactKeys): number => keys.length;

/** The key of a version; null where there is none. */
export const getContactKey = (keys: ContactKeys, version: number): Buffer | null =>
  keys[version - 1] ?? null;

/** The key for what need not outlive the next rotation. */
export const getNewestKey = (keys: ContactKeys): Buffer => keys.at(-1) ?? keys[0];

/** One step of a hash: what a key makes of a value, or of the hash of the version before. */
export type HashStep = (key: Buffer, text: string) => string;

const hashStep: HashStep = (key, text) => createHmac("sha256", key).update(text).digest("hex");

/**
 * A hash of an older version as one of the newest version.
 * @param from the version of the hash; 0 for the value itself
 */
export function upgradeHash(
  keys: ContactKeys,
  { hash, from, step = hashStep }: { hash: string; from: number; step?: HashStep },
): string {
  return keys.slice(from).reduce((text, key) => step(key, text), hash);
}

/**
 * Keyed hash of a normalized contact value (E.164 phone or lower-case email), in hex: each version
 * is keyed upon the one before.
 */
export const hashContact = (keys: ContactKeys, value: string): string =>
  upgradeHash(keys, { hash: value, from: 0 });
