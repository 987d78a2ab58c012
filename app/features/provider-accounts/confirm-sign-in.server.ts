import { timingSafeEqual } from "node:crypto";
import { and, eq } from "drizzle-orm";
import type { AppContext } from "#app/app-context.ts";
import type { ActionContext } from "#app/db/action-context.server.ts";
import { providerSignIns, providerUsers } from "#app/db/tables/provider-accounts.server.ts";
import { type Transaction, withTransaction } from "#app/db/transaction.server.ts";
import { consumeRateLimit, refundRateLimit } from "#app/lib/rate-limit.server.ts";
import { hashToken } from "#app/lib/secret.server.ts";
import { MAX_CODE_FAILURES, WRONG_CODES, WRONG_CODES_SECONDS } from "./constants.ts";
import { findSignInOfLink } from "./find-sign-in.server.ts";
import { hashCode, hashMailbox } from "./hash-code.server.ts";
import { acceptInvitation, type JoinRefusal } from "./invitations.server.ts";
import { createSession, type NewSession } from "./sessions.server.ts";
import { confirmOpenSignIn, countCodeTry } from "./sign-ins.sql.ts";

export type SignInContext = ActionContext & Pick<AppContext, "contactKeys" | "security">;

/** The browser that acts. */
export type SignInBrowser = {
  /** Of its cookie `pro-start`. */
  token: string;
  userAgent: string | null;
  address: string;
};

export type ConfirmResult =
  | { ok: true; step: "done"; session: NewSession }
  /** The authenticator's code is still missing. */
  | { ok: true; step: "factor" }
  | {
      ok: false;
      /** `over`: too late, used, or spent; `no-account`: it was closed meanwhile. */
      reason:
        | "wrong-code"
        | "too-many-codes"
        | "over"
        | "other-browser"
        | "no-account"
        | JoinRefusal;
    };

/** Signs in by the mailed link, in the browser that asked for it and in no other. */
export async function confirmByLink(
  context: SignInContext,
  { token, browser }: { token: string; browser: SignInBrowser },
): Promise<ConfirmResult> {
  const { db, now } = context;
  const found = await findSignInOfLink(db, { token, browserToken: browser.token, now });
  if (!found) return { ok: false, reason: "over" };
  if (!found.isSameBrowser) return { ok: false, reason: "other-browser" };
  return confirm(context, { signInId: found.id, browser });
}

/** Signs in by the code of a mail, in whichever browser it is typed. */
export async function confirmByCode(
  context: SignInContext,
  { signInId, code, browser }: { signInId: string; code: string; browser: SignInBrowser },
): Promise<ConfirmResult> {
  const { db, now, contactKeys } = context;
  const counted = await countCodeTry.first(db, { id: signInId, now, limit: MAX_CODE_FAILURES });
  if (!counted) return { ok: false, reason: "over" };
  const key = `pro-code:${hashMailbox(contactKeys, counted.email)}`;
  const window = { limit: WRONG_CODES, windowSeconds: WRONG_CODES_SECONDS, now };
  if (!(await consumeRateLimit(db, { key, ...window }))) {
    context.security.record("lock", { address: browser.address, detail: "provider-code" });
    return { ok: false, reason: "too-many-codes" };
  }
  const expected = Buffer.from(counted.codeHash ?? "");
  const given = Buffer.from(hashCode(contactKeys, { signInId, code }));
  if (expected.length !== given.length || !timingSafeEqual(expected, given)) {
    context.security.record("failed-code", { address: browser.address, detail: "provider" });
    return { ok: false, reason: "wrong-code" };
  }
  await refundRateLimit(db, key);
  return confirm(context, { signInId, browser });
}

/** A refusal after the confirmation: the transaction is undone, so that nothing is spent. */
class ConfirmRefusal extends Error {
  readonly reason: Extract<ConfirmResult, { ok: false }>["reason"];
  constructor(reason: ConfirmRefusal["reason"]) {
    super(reason);
    this.reason = reason;
  }
}

async function confirm(
  context: SignInContext,
  { signInId, browser }: { signInId: string; browser: SignInBrowser },
): Promise<ConfirmResult> {
  const { now } = context;
  try {
    return await withTransaction(context.db, async (tx): Promise<ConfirmResult> => {
      const browserHash = hashToken(browser.token);
      const confirmed = await confirmOpenSignIn.first(tx, { id: signInId, browserHash, now });
      if (!confirmed) throw new ConfirmRefusal("over");
      const { email, userId, invitationId, name } = confirmed;
      const joined = invitationId
        ? await acceptInvitation(tx, context, { invitationId, email, name: name ?? email })
        : null;
      if (joined && !joined.ok) throw new ConfirmRefusal(joined.reason);
      const id = joined?.userId ?? userId;
      const user = id ? await lockUser(tx, id) : null;
      if (!user) throw new ConfirmRefusal("no-account");
      await tx
        .update(providerSignIns)
        .set({ userId: user.id, ...(user.hasFactor ? {} : { usedAt: now }) })
        .where(eq(providerSignIns.id, signInId));
      if (user.hasFactor) return { ok: true, step: "factor" };
      return {
        ok: true,
        step: "done",
        session: await createSession(tx, context, { userId: user.id, browser }),
      };
    });
  } catch (error) {
    if (error instanceof ConfirmRefusal) return { ok: false, reason: error.reason };
    throw error;
  }
}

async function lockUser(tx: Transaction, userId: string) {
  const [user] = await tx
    .select({ id: providerUsers.id, factorAt: providerUsers.totpConfirmedAt })
    .from(providerUsers)
    .where(and(eq(providerUsers.id, userId), eq(providerUsers.isActive, true)))
    .for("update");
  return user ? { id: user.id, hasFactor: user.factorAt !== null } : null;
}
