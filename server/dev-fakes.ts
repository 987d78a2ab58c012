import { randomBytes } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { startContactSync } from "#tests/fakes/contact-sync.ts";
import { startHighLevel } from "#tests/fakes/highlevel.ts";
import { startModelApi } from "#tests/fakes/model-api.ts";
import { startPushService } from "#tests/fakes/push-service.ts";
import { startSmtp } from "#tests/fakes/smtp.ts";
import { startStripe } from "#tests/fakes/stripe.ts";
import { startTwilio } from "#tests/fakes/twilio.ts";

/** `env`: the variables of each company, as a company that is configured needs none of them. */
type DevFakes = {
  env: Record<string, string>[];
  /** The page that shows what the fakes have received. */
  viewerUrl: string;
  close: () => Promise<void>;
};
type Page = { title: string; body: string };

/**
 * Starts fakes of the companies that we call, for development: the contact-sync function,
 * HighLevel, Stripe, a language model, a mail server, Twilio and a push service. A separate page shows what they receive.
 * The tests use the same fakes.
 *
 * @param origin where the development server runs, for the links back
 * @returns the variables that point the application to them, and how to stop them
 */
export async function startDevFakes(origin: string): Promise<DevFakes> {
  const fakes = await startFakes(origin);
  const viewer = await startViewer(fakes, origin);
  return {
    viewerUrl: viewer.url,
    env: listVariables(fakes, viewer.url),
    close: async () => {
      await Promise.all([viewer, ...Object.values(fakes)].map((started) => started.close()));
    },
  };
}

const createSecret = () => randomBytes(24).toString("hex");
/** What the fake Stripe signs its events with. */
const stripeSecret = `whsec_${createSecret()}`;

type Fakes = Awaited<ReturnType<typeof startFakes>>;

const startFakes = async (origin: string) => ({
  contactSync: await startContactSync({ key: createSecret(), secret: createSecret() }),
  highLevel: await startHighLevel({
    clientId: "development",
    clientSecret: createSecret(),
    locationId: "dev-location",
  }),
  stripe: await startStripe({
    key: `sk_test_${createSecret()}`,
    webhook: { url: `${origin}/webhooks/stripe`, secret: stripeSecret },
  }),
  model: await startModelApi({ key: createSecret() }),
  smtp: await startSmtp(),
  twilio: await startTwilio({ from: "+14045550100" }),
  pushService: await startPushService(),
});

const listVariables = (
  { contactSync, highLevel, stripe, model, smtp, twilio, pushService }: Fakes,
  viewer: string,
): Record<string, string>[] => [
  {
    CONTACT_SYNC_URL: contactSync.url,
    CONTACT_SYNC_KEY: contactSync.key,
    CONTACT_SYNC_SECRET: contactSync.secret,
  },
  {
    CRM_CLIENT_ID: highLevel.clientId,
    CRM_CLIENT_SECRET: highLevel.clientSecret,
    CRM_API_BASE_URL: highLevel.url,
    CRM_AUTHORIZE_URL: `${viewer}/authorize`,
  },
  {
    STRIPE_SECRET_KEY: stripe.key,
    STRIPE_WEBHOOK_SECRET: stripeSecret,
    STRIPE_API_BASE_URL: stripe.url,
  },
  {
    AI_PROVIDER: "anthropic",
    AI_MODEL: "fake",
    AI_API_KEY: model.key,
    AI_BASE_URL: model.url,
  },
  { SMTP_URL: smtp.url },
  twilio.env,
  pushService.env,
];

/** The page that shows what the fakes have received; also HighLevel's consent page. */
async function startViewer(fakes: Fakes, origin: string) {
  const server = createServer((req: IncomingMessage, res: ServerResponse) => {
    const url = new URL(req.url ?? "/", "http://localhost");
    if (url.pathname === "/authorize")
      return res.writeHead(302, { Location: approve(fakes, url.searchParams, origin) }).end();
    res
      .writeHead(200, { "Content-Type": "text/html; charset=utf-8" })
      .end(render(buildOverview(fakes)));
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}

/** HighLevel's consent page, approved at once. @returns the URL of our callback, with a code */
function approve({ highLevel }: Fakes, query: URLSearchParams, origin: string): string {
  const callback = new URL(query.get("redirect_uri") ?? "/", origin);
  callback.searchParams.set("code", highLevel.issueCode());
  callback.searchParams.set("state", query.get("state") ?? "");
  return callback.href;
}

const buildOverview = (fakes: Fakes): Page => {
  const { smtp, twilio, pushService, contactSync, highLevel, model, stripe } = fakes;
  return {
    title: "What left the application",
    body: [
      renderSection(
        "Mail",
        smtp.mails.map(({ to, data }) => `To: ${to.join(", ")}\n${data}`),
      ),
      renderSection(
        "Texts",
        twilio.texts.map(({ to, body }) => `To: ${to}\n${body}`),
      ),
      renderSection("Notifications", pushService.messages.map(formatJson)),
      renderSection(
        "contact-sync function",
        contactSync.calls.map(({ body }) => formatJson(body)),
      ),
      renderSection("HighLevel contacts", [...highLevel.contacts.values()].map(formatJson)),
      renderSection(
        "Language model",
        model.calls.map(({ path, prompt }) => `${path}\n${prompt}`),
      ),
      renderSection("Stripe", stripe.calls.map(formatJson)),
    ].join(""),
  };
};

const formatJson = (value: unknown) => JSON.stringify(value, null, 2);
const escapeHtml = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");

const renderSection = (title: string, entries: readonly string[]) =>
  `<h2>${title} (${entries.length})</h2>${entries
    .toReversed()
    .map((entry) => `<pre>${escapeHtml(entry)}</pre>`)
    .join("")}`;

const render = ({ title, body }: Page) => `<!doctype html><html lang="en"><meta charset="utf-8">
<meta name="viewport" content="width=device-width"><title>${title}</title>
<style>body{font:1rem/1.5 system-ui;margin:2rem auto;max-width:60rem;padding:0 1rem}pre{background:#f4f1ea;overflow:auto;padding:1rem;white-space:pre-wrap}</style>
<h1>${title}</h1><p>Newest first. Reload to see more.</p>${body}</html>`;
