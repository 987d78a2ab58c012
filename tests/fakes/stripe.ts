import { createHmac } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { type CheckoutReply, FakeCheckout } from "./stripe-checkout.ts";
import {
  buildMissing,
  buildReply,
  parseUrl,
  type Reply,
  type StoredData,
  type StripeAccount,
  type StripeObject,
} from "./stripe-lists.ts";
import { type FakeEvent, FakePayments } from "./stripe-payments.ts";

export type StripeFault =
  | { kind: "status"; status: number }
  | { kind: "hang" | "cut" | "not-json" | "wrong-shape" };

export const buildCard = (last4: string, created = 1_700_000_000): StripeObject => ({
  id: `pm_${last4}_${created}`,
  object: "payment_method",
  created,
  card: { last4 },
});
export const buildCharge = (
  amount: number,
  changes: Record<string, unknown> = {},
): StripeObject => ({
  id: `ch_${Math.random().toString(36).slice(2)}`,
  object: "charge",
  status: "succeeded",
  created: 1_760_000_000,
  currency: "usd",
  amount,
  amount_captured: amount,
  captured: true,
  refunded: false,
  ...changes,
});
export const buildInvoice = (
  amount: number,
  changes: Record<string, unknown> = {},
): StripeObject => ({
  id: `in_${Math.random().toString(36).slice(2)}`,
  object: "invoice",
  status: "open",
  currency: "usd",
  amount_remaining: amount,
  ...changes,
});

/** Creates the signature header of a webhook, as Stripe does. */
export function signWebhook(
  body: string,
  { secret, at = new Date() }: { secret: string; at?: Date },
): string {
  const time = Math.floor(at.getTime() / 1_000);
  return `t=${time},v1=${createHmac("sha256", secret).update(`${time}.${body}`).digest("hex")}`;
}

/** `body` and `key`: form fields and idempotency key of a POST. */
type StripeCall = { path: string; version: string | undefined; body?: string; key?: string };

/** Where events are posted, and what they are signed with. */
export type FakeWebhook = { url: string; secret: string };

/** Signs and posts an event. @returns whether it was acknowledged */
export async function postEvent({ url, secret }: FakeWebhook, event: FakeEvent): Promise<boolean> {
  const body = JSON.stringify(event);
  const headers = {
    "Content-Type": "application/json",
    "Stripe-Signature": signWebhook(body, { secret }),
  };
  return fetch(url, { method: "POST", headers, body }).then(
    (response) => response.ok,
    () => false,
  );
}

/**
 * The parts of Stripe's API that billing uses: key, version header, expansion, pages of lists, and
 * faults; and Checkout, with its page, and events for what happens to payments. Events are posted to
 * `webhook` as they happen; without one they are only collected in `events`.
 */
export async function startStripe(options: { key: string; webhook?: FakeWebhook }) {
  const stored: StoredData = {
    accounts: new Map(),
    subscriptions: new Map(),
    forbidden: new Set(),
  };
  const customerFaults = new Map<string, StripeFault>();
  const calls: StripeCall[] = [];
  const hanging: ServerResponse[] = [];
  const events: FakeEvent[] = [];
  let globalFault: StripeFault | null = null;
  let { webhook } = options;
  let origin = "";
  const payments = new FakePayments({
    publish: (event) => {
      events.push(event);
      if (webhook) void postEvent(webhook, event);
    },
  });
  const checkout = new FakeCheckout({ payments, origin: () => origin });

  const handleApi = (req: IncomingMessage, res: ServerResponse, body: string) => {
    const url = new URL(req.url ?? "/", "http://stripe");
    const key = req.headers["idempotency-key"] as string | undefined;
    calls.push({
      path: url.pathname,
      version: req.headers["stripe-version"] as string | undefined,
      ...(req.method === "POST" && { body, key }),
    });
    if (req.headers.authorization !== `Bearer ${options.key}`)
      return send(res, { status: 401, body: { error: { message: "Invalid API Key provided" } } });
    const fault = globalFault ?? customerFaults.get(parseUrl(url).id);
    if (fault?.kind === "hang") hanging.push(res);
    else if (fault) fail(req, res, fault.kind === "status" ? fault.status : fault.kind);
    else if (req.method === "POST") send(res, createSession(url, new URLSearchParams(body), key));
    else send(res, buildReply(stored, url));
  };
  const createSession = (url: URL, fields: URLSearchParams, key: string | undefined): Reply =>
    url.pathname === "/v1/checkout/sessions" ? checkout.create(fields, key) : buildMissing();

  const server = createServer(async (req, res) => {
    const { pathname } = new URL(req.url ?? "/", "http://stripe");
    const body = Buffer.concat(await req.toArray()).toString();
    if (pathname === "/control/calls") return send(res, { status: 200, body: calls });
    const page = checkout.servePage(req.method ?? "GET", pathname);
    if (page) return sendPage(res, page);
    if (req.method === "GET" || pathname.startsWith("/v1/")) return handleApi(req, res, body);
    // Not part of Stripe: lets tests in other processes set the data.
    const { id, account, subscription, fault } = JSON.parse(body) as {
      id: string;
      account?: StripeAccount;
      subscription?: StripeObject;
      fault?: StripeFault | null;
    };
    if (account) stored.accounts.set(id, account);
    if (subscription) stored.subscriptions.set(subscription.id, subscription);
    if (fault) customerFaults.set(id, fault);
    else customerFaults.delete(id);
    send(res, { status: 200, body: {} });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: origin,
    key: options.key,
    ...stored,
    calls,
    checkout,
    payments,
    events,
    /** Posts events from now on to this address; null: only collects them. */
    sendTo(next: FakeWebhook | null) {
      webhook = next ?? undefined;
    },
    /** Posts every event again, as Stripe does until each was acknowledged. */
    async resend() {
      for (const event of events) if (webhook) await postEvent(webhook, event);
    },
    /** Sets the fault of all calls from now on; null: none. */
    fail(next: StripeFault | null) {
      globalFault = next;
    },
    async close() {
      for (const res of hanging) res.destroy();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function send(res: ServerResponse, { status, body }: Reply): void {
  res.writeHead(status, { "Content-Type": "application/json" });
  res.end(typeof body === "string" ? body : JSON.stringify(body));
}

/** The payment page, or where the browser goes from there. */
function sendPage(res: ServerResponse, { status, body, location }: CheckoutReply): void {
  res.writeHead(status, {
    "Content-Type": "text/html; charset=utf-8",
    ...(location && { Location: location }),
  });
  res.end(String(body));
}

function fail(
  req: IncomingMessage,
  res: ServerResponse,
  fault: number | "cut" | "not-json" | "wrong-shape",
): void {
  if (fault === "cut") req.socket.destroy();
  else if (fault === "not-json") send(res, { status: 200, body: "<html>busy</html>" });
  else if (fault === "wrong-shape") send(res, { status: 200, body: { object: "list" } });
  else send(res, { status: fault, body: { error: { message: "fault" } } });
}
