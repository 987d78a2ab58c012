import { randomBytes, randomUUIDv7 } from "node:crypto";
import { and, eq } from "drizzle-orm";
import type { AppContext } from "#app/app-context.ts";
import type { ActionContext } from "#app/db/action-context.server.ts";
import { providerSignIns, providerUsers } from "#app/db/tables/provider-accounts.server.ts";
import { MINUTE_MS } from "#app/lib/durations.ts";
import { rateKey } from "#app/lib/rate-key.ts";
import { consumeRateLimit } from "#app/lib/rate-limit.server.ts";
import { hashToken } from "#app/lib/secret.server.ts";
import {
  ALL_MAILS_PER_HOUR,
  MAILS_PER_HOUR,
  SIGN_IN_MINUTES,
  STARTS_PER_HOUR,
} from "./constants.ts";
import { hashMailbox } from "./hash-code.server.ts";
import { formatStartCookie } from "./start-cookie.server.ts";

const TOKEN_BYTES = 32;
const HOUR_SECONDS = 3_600;

export const createToken = (): string => randomBytes(TOKEN_BYTES).toString("base64url");

export type StartContext = ActionContext & Pick<AppContext, "env" | "contactKeys">;
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
  context: StartContext,
  { email, address, next, joins }: Start,
): Promise<StartResult> {
  const { db, env, now } = context;
  const refusal = await checkLimits(context, { email, address });
  if (refusal) return { ok: false, reason: refusal };
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
    nextMailAt: now,
    expiresAt: new Date(now.getTime() + SIGN_IN_MINUTES * MINUTE_MS),
  });
  return { ok: true, cookie: formatStartCookie(env, { token, next }) };
}

/**
 * Known and unknown addresses count alike. From one network a mailbox gets few mails, so that nobody can
 * use up those of somebody elsewhere; from all of them together it is not flooded.
 */
async function checkLimits(
  { db, now, contactKeys }: StartContext,
  { email, address }: { email: string; address: string },
): Promise<"too-many" | "too-many-mails" | null> {
  const network = rateKey(address);
  const mailbox = hashMailbox(contactKeys, email);
  const limits = [
    { key: `pro-sign-in:${network}`, limit: STARTS_PER_HOUR, reason: "too-many" },
    {
      key: `pro-sign-in-to:${mailbox}:${network}`,
      limit: MAILS_PER_HOUR,
      reason: "too-many-mails",
    },
    { key: `pro-sign-in-to:${mailbox}`, limit: ALL_MAILS_PER_HOUR, reason: "too-many-mails" },
  ] as const;
  for (const { reason, ...limit } of limits)
    if (!(await consumeRateLimit(db, { ...limit, windowSeconds: HOUR_SECONDS, now })))
      return reason;
  return null;
}
