import { and, eq, max } from "drizzle-orm";
import type { AppContext } from "#app/app-context.ts";
import type { Database } from "#app/db/client.server.ts";
import { notifications } from "#app/db/tables/notifications.server.ts";
import { type AiState, getAiState } from "#app/features/ai/ai-state.server.ts";
import { getStripeState, type StripeState } from "#app/features/billing/stripe-state.server.ts";
import {
  getHighLevelState,
  type HighLevelState,
} from "#app/features/crm/highlevel/state.server.ts";
import { getTargetState, type TargetState } from "#app/features/crm/outbox/target-state.server.ts";
import { getTextsState, type TextsState } from "#app/features/texts/queries.server.ts";

export type IntegrationsPage = {
  /** Only the host, as the rest of the URL may be secret; null where it is not set. */
  contactSync: { host: string | null; state: TargetState };
  highLevel: HighLevelState;
  mail: { host: string | null; lastSentAt: Date | null };
  texts: TextsState;
  stripe: StripeState;
  ai: AiState;
};

const getHost = (url: string | undefined) => (url ? new URL(url).host : null);

/** What this site is connected to, and the state of each connection. */
export async function getIntegrations(
  app: Pick<AppContext, "db" | "env" | "vault" | "now" | "settings">,
  staff: { userId: string },
): Promise<IntegrationsPage> {
  const { db, env } = app;
  const [ai, stripe, state, highLevel, lastSentAt, texts] = await Promise.all([
    getAiState(app),
    getStripeState(app),
    getTargetState(db),
    getHighLevelState(app, staff),
    findLastMailTime(db),
    getTextsState(app),
  ]);
  return {
    contactSync: { host: getHost(env.CONTACT_SYNC_URL), state },
    highLevel,
    mail: { host: getHost(env.SMTP_URL), lastSentAt },
    texts,
    stripe,
    ai,
  };
}

/** When the last mail was sent, except demo mails; null before the first. */
async function findLastMailTime(db: Database): Promise<Date | null> {
  const { sentAt, channel, isDemo } = notifications;
  const [row] = await db
    .select({ at: max(sentAt) })
    .from(notifications)
    .where(and(eq(channel, "email"), eq(isDemo, false)));
  return row?.at ?? null;
}
