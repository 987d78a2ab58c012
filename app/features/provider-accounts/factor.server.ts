import { eq } from "drizzle-orm";
import type { AppContext, ProviderViewer } from "#app/app-context.ts";
import type { ActionContext } from "#app/db/action-context.server.ts";
import { providerSignIns, providerUsers } from "#app/db/tables/provider-accounts.server.ts";
import { type Transaction, withTransaction } from "#app/db/transaction.server.ts";
import { recordAudit } from "#app/features/audit/write-audit.server.ts";
import { renderQrCode } from "#app/features/auth/qr-code.server.ts";
import { MINUTE_MS } from "#app/lib/durations.ts";
import type { SignInBrowser, SignInContext } from "./confirm-sign-in.server.ts";
import {
  createRecoveryCodeTexts,
  createSeed,
  findCodeStep,
  formatFactorUri,
  getSeedLocation,
} from "./factor-codes.server.ts";
import { findSignInOfBrowser } from "./find-sign-in.server.ts";
import { createSession, endSessions, type NewSession } from "./sessions.server.ts";

/** Wrong codes in a row, after which none is checked for a while; the wait doubles up to a day. */
const FREE_FAILURES = 5;
const FIRST_LOCK_MS = 15 * MINUTE_MS;
const LONGEST_LOCK_MS = 24 * 60 * MINUTE_MS;

export type FactorContext = ActionContext & Pick<AppContext, "vault" | "auth" | "security">;
type Person = Pick<NonNullable<ProviderViewer["user"]>, "id" | "email" | "sessionId"> & {
  providerId: string;
};

/** What an authenticator app needs: as a QR code, as a link for an app on the same phone, and to type. */
export type FactorSetup = { qrCode: string; uri: string; secret: string };

/** Makes a new seed for a person without a second factor; null where there is one already. */
export async function startFactor(
  { db, vault }: FactorContext,
  { person, issuer }: { person: Person; issuer: string },
): Promise<FactorSetup | null> {
  const seed = createSeed();
  const isStored = await withTransaction(db, async (tx) => {
    const user = await lockFactor(tx, person.id);
    if (!user || user.totpConfirmedAt) return false;
    await tx
      .update(providerUsers)
      .set({ totpSecret: vault.seal(seed, getSeedLocation(person.id)), totpLastStep: null })
      .where(eq(providerUsers.id, person.id));
    return true;
  });
  if (!isStored) return null;
  const uri = formatFactorUri(seed, { issuer, account: person.email });
  return { uri, ...(await renderQrCode(uri)) };
}

/** @returns the recovery codes, which are shown once; null where the code is wrong */
export function confirmFactor(
  context: FactorContext,
  { person, code }: { person: Person; code: string },
): Promise<string[] | null> {
  const { now, auth } = context;
  return withTransaction(context.db, async (tx) => {
    const user = await lockFactor(tx, person.id);
    if (!user || user.totpConfirmedAt || !(await acceptCode(tx, context, { user, code })))
      return null;
    const codes = createRecoveryCodeTexts();
    await tx
      .update(providerUsers)
      .set({ totpConfirmedAt: now, recoveryCodes: codes.map(auth.recoveryCodes.hash) })
      .where(eq(providerUsers.id, person.id));
    await endSessions(tx, { userId: person.id, except: person.sessionId });
    await recordFactorAudit(tx, context, { person, action: "enroll-factor" });
    return codes;
  });
}

/** Turns the second factor off with a current code. @returns false where the code is wrong */
export function removeFactor(
  context: FactorContext,
  { person, code }: { person: Person; code: string },
): Promise<boolean> {
  return withTransaction(context.db, async (tx) => {
    const user = await lockFactor(tx, person.id);
    if (!user?.totpConfirmedAt || !(await acceptCode(tx, context, { user, code }))) return false;
    await tx.update(providerUsers).set(NO_FACTOR).where(eq(providerUsers.id, person.id));
    await endSessions(tx, { userId: person.id, except: person.sessionId });
    await recordFactorAudit(tx, context, { person, action: "remove-factor" });
    return true;
  });
}
/** What a person without a second factor has. */
export const NO_FACTOR = {
  totpSecret: null,
  totpConfirmedAt: null,
  totpLastStep: null,
  recoveryCodes: [],
  codeFailures: 0,
  codesLockedUntil: null,
};

const recordFactorAudit = (
  tx: Transaction,
  context: FactorContext,
  { person, action }: { person: Person; action: string },
) =>
  recordAudit(tx, context, {
    action,
    entity: "provider",
    entityId: person.providerId,
    changes: { person: person.id },
  });

export type FactorResult = { ok: true; session: NewSession } | { ok: false; reason: FactorRefusal };
type FactorRefusal = "over" | "wrong-code" | "locked";

/** Finishes a sign-in with the authenticator's code, or a recovery code. */
export async function finishWithFactor(
  context: SignInContext & FactorContext,
  { browser, code, isRecovery }: { browser: SignInBrowser; code: string; isRecovery: boolean },
): Promise<FactorResult> {
  const { now, security } = context;
  const result = await withTransaction(context.db, async (tx): Promise<FactorResult> => {
    const found = await findSignInOfBrowser(tx, { browserToken: browser.token, now });
    const [signIn] = found
      ? await tx
          .select({ userId: providerSignIns.userId, usedAt: providerSignIns.usedAt })
          .from(providerSignIns)
          .where(eq(providerSignIns.id, found.id))
          .for("update")
      : [];
    if (found?.step !== "factor" || !signIn?.userId || signIn.usedAt)
      return { ok: false, reason: "over" };
    const user = await lockFactor(tx, signIn.userId);
    if (!user?.isActive) return { ok: false, reason: "over" };
    if (user.codesLockedUntil && user.codesLockedUntil > now)
      return { ok: false, reason: "locked" };
    const isRight = isRecovery
      ? await acceptRecoveryCode(tx, context, { user, code })
      : await acceptCode(tx, context, { user, code });
    if (!isRight) return { ok: false, reason: "wrong-code" };
    await tx.update(providerSignIns).set({ usedAt: now }).where(eq(providerSignIns.id, found.id));
    return { ok: true, session: await createSession(tx, context, { userId: user.id, browser }) };
  });
  if (!result.ok && result.reason !== "over")
    security.record(result.reason === "locked" ? "lock" : "failed-code", {
      address: browser.address,
      detail: "provider-factor",
    });
  return result;
}

type LockedUser = NonNullable<Awaited<ReturnType<typeof lockFactor>>>;

async function lockFactor(tx: Transaction, userId: string) {
  const [user] = await tx
    .select()
    .from(providerUsers)
    .where(eq(providerUsers.id, userId))
    .for("update");
  return user ?? null;
}

/** Checks a code of the app, and counts a wrong one. */
async function acceptCode(
  tx: Transaction,
  { vault, now }: FactorContext,
  { user, code }: { user: LockedUser; code: string },
): Promise<boolean> {
  if (user.codesLockedUntil && user.codesLockedUntil > now) return false;
  const seed = user.totpSecret && vault.open(user.totpSecret, getSeedLocation(user.id));
  const step = seed ? await findCodeStep(seed, { code, lastStep: user.totpLastStep, now }) : null;
  if (step === null) await countFailure(tx, { user, now });
  else
    await tx
      .update(providerUsers)
      .set({ totpLastStep: step, codeFailures: 0, codesLockedUntil: null })
      .where(eq(providerUsers.id, user.id));
  return step !== null;
}

async function acceptRecoveryCode(
  tx: Transaction,
  { auth, now }: FactorContext,
  { user, code }: { user: LockedUser; code: string },
): Promise<boolean> {
  const hash = auth.recoveryCodes.hash(code.toLowerCase());
  const isKnown = user.recoveryCodes.includes(hash);
  if (!isKnown) await countFailure(tx, { user, now });
  else
    await tx
      .update(providerUsers)
      .set({
        recoveryCodes: user.recoveryCodes.filter((known) => known !== hash),
        codeFailures: 0,
        codesLockedUntil: null,
      })
      .where(eq(providerUsers.id, user.id));
  return isKnown;
}

async function countFailure(
  tx: Transaction,
  { user, now }: { user: LockedUser; now: Date },
): Promise<void> {
  const codeFailures = user.codeFailures + 1;
  const over = codeFailures - FREE_FAILURES;
  const lockMs = Math.min(FIRST_LOCK_MS * 2 ** Math.min(over, 10), LONGEST_LOCK_MS);
  await tx
    .update(providerUsers)
    .set({
      codeFailures,
      ...(over >= 0 && { codesLockedUntil: new Date(now.getTime() + lockMs) }),
    })
    .where(eq(providerUsers.id, user.id));
}
