import { createHmac, timingSafeEqual } from "node:crypto";
import type { AppContext } from "#app/app-context.ts";
import type { ActionContext } from "#app/db/action-context.server.ts";
import type { OptOutScope } from "#app/db/tables/consent.server.ts";
import { withTransaction } from "#app/db/transaction.server.ts";
import {
  type ContactKeys,
  getContactKey,
  getKeyVersion,
  getNewestKey,
  upgradeHash,
} from "#app/lib/contact-keys.server.ts";
import { type HashedContact, hashContacts } from "#app/lib/hashed-contacts.server.ts";
import { getPublicOrigin } from "#app/lib/public-origin.ts";
import { consumeRateLimit } from "#app/lib/rate-limit.server.ts";
import { STOP_LINK_LIMIT, STOP_WINDOW_SECONDS } from "./constants.ts";
import { recordOptOut } from "./opt-out.server.ts";
import { derivePrivacyKey } from "./person-token.server.ts";

const KINDS = ["phone", "email"] as const;
const SOURCE = "stop-link";
const HASH_BYTES = 32;
const MAC_BYTES = 16;

/** Where the version of the keys begins in the first byte; the bits before are for kinds. */
const VERSION_SHIFT = KINDS.length;

const sign = (contactKey: Buffer, body: Buffer) =>
  createHmac("sha256", derivePrivacyKey(contactKey, "stop-link"))
    .update(body)
    .digest()
    .subarray(0, MAC_BYTES);

/**
 * A token of a byte that tells which hashes follow and of which version, the keyed hashes, and a
 * signature. It never expires, so it is read with the keys of its version.
 */
function createStopToken(contactKeys: ContactKeys, contacts: HashedContact[]): string {
  const present = KINDS.flatMap((kind) => contacts.find((contact) => contact.kind === kind) ?? []);
  const flags = present.reduce((sum, { kind }) => sum | (1 << KINDS.indexOf(kind)), 0);
  const body = Buffer.concat([
    Buffer.from([flags | ((getKeyVersion(contactKeys) - 1) << VERSION_SHIFT)]),
    ...present.map((contact) => Buffer.from(contact.contactHash, "hex")),
  ]);
  return Buffer.concat([body, sign(getNewestKey(contactKeys), body)]).toString("base64url");
}

/**
 * The URL where a person opts out of all contact without signing in; for mails, letters and staff.
 * @returns null without a valid phone number or email address
 */
export function createStopLink(
  { env, contactKeys }: Pick<AppContext, "env" | "contactKeys">,
  options: { phone?: string; email?: string },
): string | null {
  const contacts = hashContacts(contactKeys, options);
  if (contacts.length === 0) return null;
  const origin = getPublicOrigin(env);
  return `${origin}/stop/${createStopToken(contactKeys, contacts)}`;
}

/** The contacts of a stop link's token; null if its signature is invalid. */
export function parseStopToken(contactKeys: ContactKeys, token: string): HashedContact[] | null {
  const bytes = Buffer.from(token, "base64url");
  const body = bytes.subarray(0, -MAC_BYTES);
  const flags = body[0] ?? 0;
  const kinds = KINDS.filter((_, bit) => (flags >> bit) & 1);
  const version = (flags >> VERSION_SHIFT) + 1;
  const key = getContactKey(contactKeys, version);
  if (!key || kinds.length === 0 || body.length !== 1 + kinds.length * HASH_BYTES) return null;
  if (!timingSafeEqual(bytes.subarray(-MAC_BYTES), sign(key, body))) return null;
  return kinds.map((kind, n) => ({
    kind,
    contactHash: upgradeHash(contactKeys, {
      hash: body.subarray(1 + n * HASH_BYTES, 1 + (n + 1) * HASH_BYTES).toString("hex"),
      from: version,
    }),
    keyVersion: getKeyVersion(contactKeys),
  }));
}

export type OptOutResult = { ok: true } | { ok: false; reason: "link" | "too-many" };

/** Opts out the person of a stop link, whose pending requests are then no longer delivered. */
export async function optOutByLink(
  context: Omit<ActionContext, "actor"> & Pick<AppContext, "contactKeys">,
  { token, scope = "all" }: { token: string; scope?: OptOutScope },
): Promise<OptOutResult> {
  const { db, contactKeys, now } = context;
  const contacts = parseStopToken(contactKeys, token);
  const [first, ...others] = contacts ?? [];
  if (!first) return { ok: false, reason: "link" };
  const key = `stop:${first.contactHash.slice(0, 32)}`;
  const isAllowed = await consumeRateLimit(db, {
    key,
    limit: STOP_LINK_LIMIT,
    windowSeconds: STOP_WINDOW_SECONDS,
    now,
  });
  if (!isAllowed) return { ok: false, reason: "too-many" };
  await withTransaction(db, (tx) =>
    recordOptOut(tx, context, { contacts: [first, ...others], source: SOURCE, scope }),
  );
  return { ok: true };
}
