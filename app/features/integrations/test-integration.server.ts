import type { AppContext } from "#app/app-context.ts";
import { testModelConnection } from "#app/features/ai/ai-state.server.ts";
import { recordAudit } from "#app/features/audit/write-audit.server.ts";
import { testStripe } from "#app/features/billing/stripe-state.server.ts";
import { testConnection } from "#app/features/crm/contact-sync/test-connection.server.ts";
import { testHighLevel } from "#app/features/crm/highlevel/state.server.ts";
import { sendMail } from "#app/features/mail/send-mail.server.ts";
import { testTexts } from "#app/features/texts/queries.server.ts";
import { consumeRateLimit } from "#app/lib/rate-limit.server.ts";
import type { Integration } from "./constants.ts";

export type TestResult = { integration: Integration; ok: boolean; text: string };

const TESTS_PER_MINUTE = 6;
const WINDOW_SECONDS = 60;

/**
 * Tests a connection for the acting person. URLs come from the environment; a test mail goes to that
 * person.
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
  const isAllowed = await consumeRateLimit(db, {
    key: `integration-test:${staff.userId}`,
    limit: TESTS_PER_MINUTE,
    windowSeconds: WINDOW_SECONDS,
    now: now(),
  });
  if (!isAllowed)
    return {
      integration,
      ok: false,
      text: "That was tested several times already. Wait a minute.",
    };
  const result = await {
    "contact-sync": testContactSync,
    highlevel: testHighLevel,
    mail: testMail,
    texts: testTexts,
    stripe: testStripe,
    ai: testModelConnection,
  }[integration](app, staff);
  await recordAudit(
    db,
    { actor: staff.userId, now: now(), httpRequestId },
    { action: "test", entity: "integration", entityId: integration, changes: { ok: result.ok } },
  );
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
  const { reached, text } = await testConnection({ url, key, secret });
  return { ok: reached, text };
}

async function testMail(
  app: AppContext,
  staff: { userId: string; email: string },
): Promise<Omit<TestResult, "integration">> {
  const { brand } = await app.settings.get();
  const result = await sendMail(app, {
    to: staff.email,
    subject: `Test email from ${brand}`,
    text: `This email shows that ${brand} can send you email. It was requested under Settings, Integrations.`,
    kind: "test",
    recipientId: staff.userId,
  });
  if (!result.ok)
    return {
      ok: false,
      text: `The email could not be sent${result.error ? `: ${result.error}` : ""}.`,
    };
  if (result.where === "file")
    return {
      ok: true,
      text: "No mail server is set: the email was written to a file in the data folder. Nobody receives email until a mail server is set.",
    };
  return {
    ok: true,
    text: `The mail server accepted an email to ${staff.email}. Check that mailbox: only its arrival proves delivery.`,
  };
}
