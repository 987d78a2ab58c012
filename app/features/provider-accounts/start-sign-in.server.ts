import { randomBytes, randomUUIDv7 } from "node:crypto";
import { and, count, eq, gt } from "drizzle-orm";
import type { AppContext } from "#app/app-context.ts";
import type { ActionContext } from "#app/db/action-context.server.ts";
import type { Database } from "#app/db/client.server.ts";
import { providerSignIns, providerUsers } from "#app/db/tables/provider-accounts.server.ts";
import { HOUR_MS, MINUTE_MS } from "#app/lib/durations.ts";
import { rateKey } from "#app/lib/rate-key.ts";
import { consumeRateLimit } from "#app/lib/rate-limit.server.ts";
import { hashToken } from "#app/lib/secret.server.ts";
import { MAILS_PER_HOUR, SIGN_IN_MINUTES, STARTS_PER_HOUR } from "./constants.ts";
import { formatStartCookie } from "./start-cookie.server.ts";

const TOKEN_BYTES = 32;
const HOUR_SECONDS = 3_600;

export const createToken = (): string => randomBytes(TOKEN_BYTES).toString("base64url");

export type StartContext = ActionContext & Pick<AppContext, "env">;
type Start = {
  /** In small letters. */
  email: string;
  /** Of the caller. */
  address: string;
  /** The page that the sign-in leads to. */
  next: string | null;
  /** Where the person joins by an invitation: it, and their name. */
  joins?: { invitationId: string; name: string };
};
export type StartResult =
  /** `cookie`: a `Set-Cookie` header, by which the browser is known to have asked. */
  { ok: true; cookie: string } | { ok: false; reason: "too-many" | "too-many-mails" };

/**
 * Starts a sign-in: a job mails a link and a code. The answer is the same for an address without an
 * account, which gets no mail.
 */
export async function startSignIn(
  { db, env, now }: StartContext,
  { email, address, next, joins }: Start,
): Promise<StartResult> {
  const isAllowed = await consumeRateLimit(db, {
    key: `pro-sign-in:${rateKey(address)}`,
    limit: STARTS_PER_HOUR,
    windowSeconds: HOUR_SECONDS,
    now,
  });
  if (!isAllowed) return { ok: false, reason: "too-many" };
  if ((await countStarts(db, { email, now })) >= MAILS_PER_HOUR)
    return { ok: false, reason: "too-many-mails" };
  const [user] = await db
    .select({ id: providerUsers.id })
    .from(providerUsers)
    .where(and(eq(providerUsers.email, email), eq(providerUsers.isActive, true)));
  const token = createToken();
  await db.insert(providerSignIns).values({
    id: randomUUIDv7(),
    email,
    userId: user?.id,
    invitationId: joins?.invitationId,
    name: joins?.name,
    browserHash: hashToken(token),
    createdAt: now,
    expiresAt: new Date(now.getTime() + SIGN_IN_MINUTES * MINUTE_MS),
  });
  return { ok: true, cookie: formatStartCookie(env, { token, next }) };
}

/** Starts of known and unknown addresses count alike. */
async function countStarts(
  db: Database,
  { email, now }: { email: string; now: Date },
): Promise<number> {
  const [row] = await db
    .select({ starts: count() })
    .from(providerSignIns)
    .where(
      and(
        eq(providerSignIns.email, email),
        gt(providerSignIns.createdAt, new Date(now.getTime() - HOUR_MS)),
      ),
    );
  return row?.starts ?? 0;
}
