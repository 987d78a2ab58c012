import { createHmac, hkdfSync, randomBytes, randomUUIDv7 } from "node:crypto";
import { and, asc, count, desc, eq, isNull, ne } from "drizzle-orm";
import type { AppContext } from "#app/app-context.ts";
import { staffUsers } from "#app/db/tables/auth.server.ts";
import { requestKeys } from "#app/db/tables/customer-page.server.ts";
import { adminUsers } from "#app/db/tables/members.server.ts";
import type { Connection } from "#app/db/transaction.server.ts";
import {
  type ContactKeys,
  getKeyVersion,
  type HashStep,
  upgradeHash,
} from "#app/lib/contact-keys.server.ts";
import { getPublicOrigin } from "#app/lib/public-origin.ts";
import { MEMBER_NAME } from "../staff-members.server.ts";
import { findOpenRequest } from "./keys.sql.ts";

/** 192 bits. */
const KEY_BYTES = 24;
/** Mail addresses are compared without case, so keys in them have small letters and digits alone. */
const REPLY_ALPHABET = "abcdefghijklmnopqrstuvwxyz234567";
/** 195 bits, five for each character. */
const REPLY_KEY_LENGTH = 39;
/** A form that is sent again and again with one idempotency key makes no more keys than this. */
const MAX_FORM_KEYS = 20;

/** Where a key went: into the answer of the form, a mail or a text, or to a member of staff. */
export type KeyRecipient = "form" | "mail" | "text" | "staff";
export type KeyPurpose = "page" | "reply";

/** A key and the row that is stored of it. */
export type NewKey = { id: string; key: string; hash: string };

/** A hash of customers' keys is keyed with keys that are derived from those of contacts. */
export const requestKeyStep: HashStep = (contactKey, text) => {
  const hashKey = Buffer.from(hkdfSync("sha256", contactKey, "", "request-key", 32));
  return createHmac("sha256", hashKey).update(text).digest("base64url");
};

/** The keyed hash that is stored of a customer's key. */
export const hashRequestKey = (contactKeys: ContactKeys, key: string): string =>
  upgradeHash(contactKeys, { hash: key, from: 0, step: requestKeyStep });

const createKeyText = (purpose: KeyPurpose): string =>
  purpose === "page"
    ? randomBytes(KEY_BYTES).toString("base64url")
    : Array.from(randomBytes(REPLY_KEY_LENGTH), (byte) =>
        REPLY_ALPHABET.charAt(byte % REPLY_ALPHABET.length),
      ).join("");

export function createRequestKey(contactKeys: ContactKeys, purpose: KeyPurpose = "page"): NewKey {
  const key = createKeyText(purpose);
  return { id: randomUUIDv7(), key, hash: hashRequestKey(contactKeys, key) };
}

/** Path of the page that a key opens. */
export const getRequestPath = (key: string) => `/r/${key}`;

/** Absolute URL of the page that a key opens. */
export const getRequestUrl = (env: Parameters<typeof getPublicOrigin>[0], key: string) =>
  getPublicOrigin(env) + getRequestPath(key);

type KeyOptions = {
  requestId: string;
  madeFor: KeyRecipient;
  madeBy?: string;
  purpose?: KeyPurpose;
  now: Date;
};

/** Makes one more key of a request. Older ones stay valid. */
export async function addRequestKey(
  db: Connection,
  contactKeys: ContactKeys,
  options: KeyOptions,
): Promise<NewKey> {
  const created = createRequestKey(contactKeys, options.purpose);
  await storeRequestKey(db, contactKeys, { ...created, purpose: options.purpose }, options);
  return created;
}

/** Stores the hash of a key, which opens its page or takes its answer from then on. */
export async function storeRequestKey(
  db: Connection,
  contactKeys: ContactKeys,
  { id, hash, purpose }: NewKey & { purpose?: KeyPurpose },
  { requestId, madeFor, madeBy, now }: Omit<KeyOptions, "purpose">,
): Promise<void> {
  await db.insert(requestKeys).values({
    id,
    requestId,
    keyHash: hash,
    keyVersion: getKeyVersion(contactKeys),
    purpose,
    madeFor,
    madeBy,
    createdAt: now,
  });
}

/** The key for a form that was sent again; null where the request has many such keys already. */
export async function addRepeatedFormKey(
  db: Connection,
  contactKeys: ContactKeys,
  { requestId, now }: { requestId: string; now: Date },
): Promise<NewKey | null> {
  const [row] = await db
    .select({ keys: count() })
    .from(requestKeys)
    .where(and(eq(requestKeys.requestId, requestId), eq(requestKeys.madeFor, "form")));
  if ((row?.keys ?? 0) >= MAX_FORM_KEYS) return null;
  return addRequestKey(db, contactKeys, { requestId, madeFor: "form", now });
}

/** `madeFor`: a `KeyRecipient`. */
export type OpenedKey = { requestId: string; keyId: string; madeFor: string };

/**
 * The request that a key opens, or null: a wrong, cut or revoked key, or an erased request. All of
 * them cost the same one query.
 */
export async function openRequestKey(
  { db, contactKeys }: Pick<AppContext, "db" | "contactKeys">,
  { key, purpose = "page", now }: { key: string; purpose?: KeyPurpose; now: Date },
): Promise<OpenedKey | null> {
  const keyHash = hashRequestKey(contactKeys, key);
  return (await findOpenRequest.first(db, { keyHash, purpose, now })) ?? null;
}

/** The keys of a request, the newest first, with who made each. */
export const listRequestKeys = (db: Connection, requestId: string) =>
  db
    .select({
      id: requestKeys.id,
      madeFor: requestKeys.madeFor,
      madeBy: MEMBER_NAME,
      createdAt: requestKeys.createdAt,
      lastUsedAt: requestKeys.lastUsedAt,
      revokedAt: requestKeys.revokedAt,
    })
    .from(requestKeys)
    .leftJoin(staffUsers, eq(staffUsers.id, requestKeys.madeBy))
    .leftJoin(adminUsers, eq(adminUsers.userId, requestKeys.madeBy))
    .where(and(eq(requestKeys.requestId, requestId), eq(requestKeys.purpose, "page")))
    .orderBy(desc(requestKeys.createdAt), asc(requestKeys.id));
export type ListedKey = Awaited<ReturnType<typeof listRequestKeys>>[number];

/** @returns whether a valid key of this request was revoked */
export async function revokeRequestKey(
  db: Connection,
  { requestId, keyId, now }: { requestId: string; keyId: string; now: Date },
): Promise<boolean> {
  const { rowCount } = await db
    .update(requestKeys)
    .set({ revokedAt: now })
    .where(
      and(
        eq(requestKeys.id, keyId),
        eq(requestKeys.requestId, requestId),
        isNull(requestKeys.revokedAt),
      ),
    );
  return rowCount === 1;
}

/**
 * Revokes every key of a request that was mailed, or texted: another address, or number, is the right
 * one now, so whoever reads the old one must not act for the customer. The key in use stays, as its
 * holder wrote the new one.
 */
export async function revokeSentKeys(
  db: Connection,
  {
    requestId,
    sentBy,
    usedKeyId,
    now,
  }: { requestId: string; sentBy: "mail" | "text"; usedKeyId: string | null; now: Date },
): Promise<void> {
  await db
    .update(requestKeys)
    .set({ revokedAt: now })
    .where(
      and(
        eq(requestKeys.requestId, requestId),
        eq(requestKeys.madeFor, sentBy),
        isNull(requestKeys.revokedAt),
        usedKeyId ? ne(requestKeys.id, usedKeyId) : undefined,
      ),
    );
}
