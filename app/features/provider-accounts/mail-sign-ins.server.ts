import { randomInt } from "node:crypto";
import { eq } from "drizzle-orm";
import type { AppContext } from "#app/app-context.ts";
import { providerSignIns } from "#app/db/tables/provider-accounts.server.ts";
import { withTransaction } from "#app/db/transaction.server.ts";
import {
  isRefusedForGood,
  type MailContext,
  RECIPIENT_REFUSED,
  sendMail,
} from "#app/features/mail/send-mail.server.ts";
import { MINUTE_MS, SECOND_MS } from "#app/lib/durations.ts";
import { getPublicOrigin } from "#app/lib/public-origin.ts";
import { hashToken } from "#app/lib/secret.server.ts";
import { composeSignIn } from "./compose-sign-in.ts";
import { CODE_LENGTH } from "./constants.ts";
import { hashCode } from "./hash-code.server.ts";
import { lockDueSignIn } from "./sign-ins.sql.ts";
import { createToken } from "./start-sign-in.server.ts";

const SIGN_IN_MAIL = "provider-sign-in";
/** Mails of one run; more are sent by the next one. */
const BATCH_SIZE = 50;

type SignInMail = {
  id: string;
  email: string;
  company: string;
  mailAttempts: number;
  token: string;
  code: string;
};

/**
 * Mails the links and codes of sign-ins that were started. Link and code are made here, and only their
 * hashes are stored. A mail that a crash loses is not sent again: the person asks for another one.
 * @returns how many were handed over
 */
export async function mailSignIns(
  app: MailContext & Pick<AppContext, "contactKeys">,
  signal?: AbortSignal,
): Promise<number> {
  for (let sent = 0; sent < BATCH_SIZE; sent += 1) {
    const due = signal?.aborted ? null : await takeDueSignIn(app);
    if (!due) return sent;
    const { brand } = await app.settings.get();
    const mail = composeSignIn({
      ...due,
      brand,
      url: `${getPublicOrigin(app.env)}/pro/sign-in/${due.token}`,
    });
    const result = await sendMail(
      app,
      { ...mail, to: due.email, kind: SIGN_IN_MAIL, subjectId: due.id },
      signal,
    );
    if (result.ok) continue;
    // The mail may have arrived, or never will: another one would have another code.
    if (result.isUncertain || isRefusedForGood(result.error)) continue;
    await retryLater(app, due);
    // A mailbox that refuses must not keep the others waiting; a mail server that is down does.
    if (!result.error?.startsWith(RECIPIENT_REFUSED)) return sent;
  }
  return BATCH_SIZE;
}

/** Sets the time of the next attempt: two seconds later, then twice as long each time, up to a minute. */
async function retryLater(
  { db, now }: MailContext,
  { id, mailAttempts }: Pick<SignInMail, "id" | "mailAttempts">,
): Promise<void> {
  const wait = Math.min(FIRST_RETRY_MS * 2 ** mailAttempts, MINUTE_MS);
  await db
    .update(providerSignIns)
    .set({
      mailedAt: null,
      mailAttempts: mailAttempts + 1,
      nextMailAt: new Date(now().getTime() + wait),
    })
    .where(eq(providerSignIns.id, id));
}
const FIRST_RETRY_MS = 2 * SECOND_MS;

/** Takes the next sign-in: its link and code work from now on. */
function takeDueSignIn({
  db,
  now: getNow,
  contactKeys,
}: MailContext & Pick<AppContext, "contactKeys">): Promise<SignInMail | null> {
  return withTransaction(db, async (tx) => {
    const now = getNow();
    const due = await lockDueSignIn.first(tx, { now });
    if (!due) return null;
    const token = createToken();
    const code = String(randomInt(10 ** CODE_LENGTH)).padStart(CODE_LENGTH, "0");
    await tx
      .update(providerSignIns)
      .set({
        linkHash: hashToken(token),
        codeHash: hashCode(contactKeys, { signInId: due.id, code }),
        mailedAt: now,
      })
      .where(eq(providerSignIns.id, due.id));
    return { ...due, token, code };
  });
}
