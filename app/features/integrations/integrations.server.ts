import type { AppContext } from "#app/app-context.ts";
import { type AiState, getAiState, testModelConnection } from "#app/features/ai/ai-state.server.ts";
import { writeAudit } from "#app/features/audit/write-audit.server.ts";
import {
  getStripeState,
  type StripeState,
  testStripe,
} from "#app/features/billing/stripe-state.server.ts";
import { probeTarget } from "#app/features/crm/contact-sync/probe-target.server.ts";
import {
  getHighLevelState,
  type HighLevelState,
  testHighLevel,
} from "#app/features/crm/highlevel/state.server.ts";
import { getTargetState, type TargetState } from "#app/features/crm/outbox/target-state.server.ts";
import { sendMail } from "#app/features/mail/send-mail.server.ts";
import { consumeRateLimit } from "#app/lib/rate-limit.server.ts";

export const INTEGRATIONS = ["contact-sync", "highlevel", "mail", "stripe", "ai"] as const;
export type Integration = (typeof INTEGRATIONS)[number];

export type IntegrationsPage = {
  /** Host alone: the rest of an address may be a secret. Null where it is not set. */
  contactSync: { host: string | null; state: TargetState };
  highLevel: HighLevelState;
  mail: { host: string | null; lastSentAt: Date | null };
  stripe: StripeState;
  ai: AiState;
};

const hostOf = (url: string | undefined) => (url ? new URL(url).host : null);

/** What the program is connected to, and how it goes. */
export async function getIntegrations(
  app: Pick<AppContext, "db" | "env" | "vault" | "now" | "settings">,
  staff: { userId: string },
): Promise<IntegrationsPage> {
  const { db, env } = app;
  const [ai, stripe, state, highLevel, mails] = await Promise.all([
    getAiState(app),
    getStripeState(app),
    getTargetState(db),
    getHighLevelState(app, staff),
    db.$client.query<{ at: Date | null }>(
      "select max(sent_at) as at from notifications where channel = 'email' and not is_demo",
    ),
  ]);
  return {
    contactSync: { host: hostOf(env.CONTACT_SYNC_URL), state },
    highLevel,
    mail: { host: hostOf(env.SMTP_URL), lastSentAt: mails.rows[0]?.at ?? null },
    stripe,
    ai,
  };
}

export type TestResult = { integration: Integration; ok: boolean; text: string };

const TESTS_PER_MINUTE = 6;
const WINDOW_SECONDS = 60;

/**
 * Tries a connection for the person who asks. Addresses come from the environment, the mail goes to
 * that person.
 */
export async function testIntegration(
  app: AppContext,
  options: {
    integration: Integration;
    staff: { userId: string; email: string };
    httpRequestId: string;
  },
): Promise<TestResult> {
  const { db, now } = app;
  const { integration, staff, httpRequestId } = options;
  const free = await consumeRateLimit(db, {
    key: `integration-test:${staff.userId}`,
    limit: TESTS_PER_MINUTE,
    windowSeconds: WINDOW_SECONDS,
    now: now(),
  });
  if (!free)
    return {
      integration,
      ok: false,
      text: "That was tested several times already. Wait a minute.",
    };
  const result = await {
    "contact-sync": testContactSync,
    highlevel: testHighLevel,
    mail: testMail,
    stripe: testStripe,
    ai: testModelConnection,
  }[integration](app, staff);
  await writeAudit(db.$client, {
    actor: staff.userId,
    action: "test",
    entity: "integration",
    entityId: integration,
    changes: { ok: result.ok },
    requestId: httpRequestId,
    now: now(),
  });
  return { integration, ...result };
}

async function testContactSync({
  env,
}: Pick<AppContext, "env">): Promise<Omit<TestResult, "integration">> {
  const { CONTACT_SYNC_URL: url, CONTACT_SYNC_KEY: key, CONTACT_SYNC_SECRET: secret } = env;
  if (!url || !key || !secret)
    return {
      ok: false,
      text: "The address of the contact-sync function is not set on the server: requests are stored and wait until it is.",
    };
  const { reached, text } = await probeTarget({ url, key, secret });
  return { ok: reached, text };
}

async function testMail(
  app: AppContext,
  staff: { userId: string; email: string },
): Promise<Omit<TestResult, "integration">> {
  const { brand } = await app.settings.get();
  const result = await sendMail(app, {
    to: staff.email,
    subject: `Test mail from ${brand}`,
    text: `This mail proves that ${brand} can send mail to you. You asked for it in Settings, under Integrations.`,
    kind: "test",
    recipientId: staff.userId,
  });
  if (!result.ok)
    return {
      ok: false,
      text: `The mail could not be sent${result.error ? `: ${result.error}` : ""}.`,
    };
  if (result.where === "file")
    return {
      ok: true,
      text: "No mail server is set: the mail was written to a file in the data folder. Nobody receives mail until a mail server is set.",
    };
  return {
    ok: true,
    text: `The mail server took a mail to ${staff.email}. Look into that mailbox: only its arrival proves delivery.`,
  };
}
