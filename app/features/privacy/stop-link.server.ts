import { createHmac, timingSafeEqual } from "node:crypto";
import { drizzle } from "drizzle-orm/node-postgres";
import type { AppContext } from "#app/app-context.ts";
import { writeAudit } from "#app/features/audit/write-audit.server.ts";
import {
  type HashedContact,
  hashContacts,
  suppressHashes,
} from "#app/features/crm/opt-outs/suppress-contact.server.ts";
import { publicOrigin } from "#app/lib/public-origin.ts";
import { consumeRateLimit } from "#app/lib/rate-limit.server.ts";
import { inTransaction } from "#app/lib/transaction.server.ts";
import { STOP_LINK_LIMIT, STOP_LINK_WINDOW_SECONDS } from "./constants.ts";
import { privacyKey } from "./person-token.server.ts";

const KINDS = ["phone", "email"] as const;
const HASH_BYTES = 32;
const MAC_BYTES = 16;

const sign = (contactKey: Buffer, body: Buffer) =>
  createHmac("sha256", privacyKey(contactKey, "stop-link"))
    .update(body)
    .digest()
    .subarray(0, MAC_BYTES);

/**
 * A byte that says which hashes follow, the keyed hashes, and a signature. It holds nothing of the
 * person, and stays good for ever.
 */
function makeStopToken(contactKey: Buffer, contacts: HashedContact[]): string {
  const present = KINDS.flatMap((kind) => contacts.find((contact) => contact.kind === kind) ?? []);
  const flags = present.reduce((sum, { kind }) => sum | (1 << KINDS.indexOf(kind)), 0);
  const body = Buffer.concat([
    Buffer.from([flags]),
    ...present.map((contact) => Buffer.from(contact.contactHash, "hex")),
  ]);
  return Buffer.concat([body, sign(contactKey, body)]).toString("base64url");
}

/**
 * The address at which a person stops all contact without signing in; for mails, letters and staff.
 * @returns null where there is neither a phone number nor an e-mail address in what was given
 */
export function makeStopLink(
  { env, contactKey }: Pick<AppContext, "env" | "contactKey">,
  options: { phone?: string; email?: string },
): string | null {
  const contacts = hashContacts(contactKey, options);
  if (contacts.length === 0) return null;
  const origin = publicOrigin(env);
  return `${origin}/stop/${makeStopToken(contactKey, contacts)}`;
}

/** Whom a link stops, or null where we did not make it. */
export function readStopToken(contactKey: Buffer, token: string): HashedContact[] | null {
  const bytes = Buffer.from(token, "base64url");
  const body = bytes.subarray(0, -MAC_BYTES);
  const kinds = KINDS.filter((_, bit) => ((body[0] ?? 0) >> bit) & 1);
  if (kinds.length === 0 || body.length !== 1 + kinds.length * HASH_BYTES) return null;
  if (!timingSafeEqual(bytes.subarray(-MAC_BYTES), sign(contactKey, body))) return null;
  return kinds.map((kind, n) => ({
    kind,
    contactHash: body.subarray(1 + n * HASH_BYTES, 1 + (n + 1) * HASH_BYTES).toString("hex"),
  }));
}

export type StopResult = { ok: true } | { ok: false; reason: "link" | "too-many" };

/**
 * The person pressed the button: from the commit on nothing of theirs that still waits is
 * delivered.
 */
export async function stopByLink(
  services: Pick<AppContext, "db" | "contactKey" | "now">,
  options: { token: string; requestId: string },
): Promise<StopResult> {
  const { db, contactKey } = services;
  const now = services.now();
  const contacts = readStopToken(contactKey, options.token);
  const [first] = contacts ?? [];
  if (!contacts || !first) return { ok: false, reason: "link" };
  const key = `stop:${first.contactHash.slice(0, 32)}`;
  if (
    !(await consumeRateLimit(db.$client, {
      key,
      limit: STOP_LINK_LIMIT,
      windowSeconds: STOP_LINK_WINDOW_SECONDS,
      now,
    }))
  )
    return { ok: false, reason: "too-many" };
  await inTransaction(db.$client, async (tx) => {
    await suppressHashes(drizzle(tx), { contacts, source: "stop-link", now });
    const changes = {
      source: "stop-link",
      contacts: contacts.map((contact) => contact.contactHash),
    };
    await writeAudit(tx, {
      actor: "stop-link",
      action: "stop-contact",
      entity: "person",
      entityId: first.contactHash,
      changes,
      requestId: options.requestId,
      now,
    });
  });
  return { ok: true };
}
