import { randomBytes } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { startContactSync } from "#tests/fakes/contact-sync.ts";
import { startHighLevel } from "#tests/fakes/highlevel.ts";
import { startModelApi } from "#tests/fakes/model-api.ts";
import { startSmtp } from "#tests/fakes/smtp.ts";
import { startStripe } from "#tests/fakes/stripe.ts";

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
 * HighLevel, Stripe, a language model and a mail server. A separate page shows what they receive.
 * The tests use the same fakes.
 *
 * @param origin where the development server runs, for the links back
 * @returns the variables that point the application to them, and how to stop them
 */
export async function startDevFakes(origin: string): Promise<DevFakes> {
  const secret = () => randomBytes(24).toString("hex");
  const contactSync = await startContactSync({ key: secret(), secret: secret() });
  const highLevel = await startHighLevel({
    clientId: "development",
    clientSecret: secret(),
    locationId: "dev-location",
  });
  const stripe = await startStripe({ key: `sk_test_${secret()}` });
  const model = await startModelApi({ key: secret() });
  const smtp = await startSmtp();

  /** HighLevel's consent page, approved at once: redirects to our callback with a code. */
  const authorize = (res: ServerResponse, query: URLSearchParams) => {
    const callback = new URL(query.get("redirect_uri") ?? "/", origin);
    callback.searchParams.set("code", highLevel.issueCode());
    callback.searchParams.set("state", query.get("state") ?? "");
    res.writeHead(302, { Location: callback.href }).end();
  };
  const buildOverview = (): Page => ({
    title: "What left the application",
    body: [
      renderSection(
        "Mail",
        smtp.mails.map(({ to, data }) => `To: ${to.join(", ")}\n${data}`),
      ),
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
  });
  const viewer = createServer((req: IncomingMessage, res: ServerResponse) => {
    const url = new URL(req.url ?? "/", "http://localhost");
    if (url.pathname === "/authorize") return authorize(res, url.searchParams);
    res.writeHead(200, { "Content-Type": "text/html; charset=utf-8" }).end(render(buildOverview()));
  });
  await new Promise<void>((listening) => viewer.listen(0, "127.0.0.1", listening));
  const viewerUrl = `http://127.0.0.1:${(viewer.address() as AddressInfo).port}`;

  return {
    viewerUrl,
    env: [
      {
        CONTACT_SYNC_URL: contactSync.url,
        CONTACT_SYNC_KEY: contactSync.key,
        CONTACT_SYNC_SECRET: contactSync.secret,
      },
      {
        CRM_CLIENT_ID: highLevel.clientId,
        CRM_CLIENT_SECRET: highLevel.clientSecret,
        CRM_API_BASE_URL: highLevel.url,
        CRM_AUTHORIZE_URL: `${viewerUrl}/authorize`,
      },
      {
        STRIPE_SECRET_KEY: stripe.key,
        STRIPE_WEBHOOK_SECRET: `whsec_${secret()}`,
        STRIPE_API_BASE_URL: stripe.url,
      },
      {
        AI_PROVIDER: "anthropic",
        AI_MODEL: "fake",
        AI_API_KEY: model.key,
        AI_BASE_URL: model.url,
      },
      { SMTP_URL: smtp.url },
    ],
    close: async () => {
      viewer.closeAllConnections();
      await Promise.all([
        new Promise((closed) => viewer.close(closed)),
        ...[contactSync, highLevel, stripe, model, smtp].map((fake) => fake.close()),
      ]);
    },
  };
}

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
