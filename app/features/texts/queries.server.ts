import { and, count, eq, max } from "drizzle-orm";
import type { AppContext } from "#app/app-context.ts";
import { customerTexts } from "#app/db/tables/texts.server.ts";
import { maskSecret } from "#app/lib/mask-secret.ts";
import { getPublicOrigin } from "#app/lib/public-origin.ts";
import { getTextConfig, type TextFailure, testAccount } from "./client.server.ts";
import { TEXTS_WEBHOOK_PATH } from "./constants.ts";
import { findActiveAccount, isSwitchedOn } from "./switch.server.ts";

type TextApp = Pick<AppContext, "db" | "env">;

export type TextsState = {
  host: string;
  /** Null where no account is set. */
  account: { ending: string; from: string } | null;
  isOn: boolean;
  /** Where Twilio has to post what customers write; null where PUBLIC_URL is not set. */
  webhookUrl: string | null;
  waiting: number;
  lastSentAt: Date | null;
};

/** The state of texts to customers, for the portal; without the token. */
export async function getTextsState({ db, env }: TextApp): Promise<TextsState> {
  const config = getTextConfig(env);
  const { state, finishedAt } = customerTexts;
  const [isOn, [waiting], [sent]] = await Promise.all([
    isSwitchedOn(db),
    db.select({ texts: count() }).from(customerTexts).where(eq(state, "waiting")),
    db
      .select({ at: max(finishedAt) })
      .from(customerTexts)
      .where(eq(state, "sent")),
  ]);
  return {
    host: new URL(env.TWILIO_API_BASE_URL).host,
    account: config && { ending: maskSecret(config.accountSid), from: config.from },
    isOn: isOn && config !== null,
    webhookUrl: env.PUBLIC_URL ? getPublicOrigin(env) + TEXTS_WEBHOOK_PATH : null,
    waiting: waiting?.texts ?? 0,
    lastSentAt: sent?.at ?? null,
  };
}

/** Whether a text to the customer of a request waits to be sent. */
export async function isTextWaiting(app: TextApp, requestId: string): Promise<boolean> {
  const [waiting] = await app.db
    .select({ id: customerTexts.id })
    .from(customerTexts)
    .where(and(eq(customerTexts.requestId, requestId), eq(customerTexts.state, "waiting")))
    .limit(1);
  return waiting !== undefined && (await findActiveAccount(app)) !== null;
}

const FAILURES: Partial<Record<TextFailure, string>> = {
  unauthorized: "Twilio refuses the account or the token that is set on the server.",
  busy: "Twilio limits our requests at the moment. Try again in a minute.",
  down: "Twilio is not responding.",
  unknown: "Twilio is not responding.",
};

/** Checks account and token; sends no text. */
export async function testTexts({ env }: TextApp): Promise<{ ok: boolean; text: string }> {
  const config = getTextConfig(env);
  if (!config) return { ok: false, text: "No account for texts is set on the server." };
  const result = await testAccount(config);
  return result.ok
    ? { ok: true, text: "Twilio responds and knows the account. No text was sent." }
    : {
        ok: false,
        text:
          FAILURES[result.reason] ??
          "The response cannot be read. Check the account and the address that are set on the server.",
      };
}
