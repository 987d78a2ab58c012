import { createHmac } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

type StripeObject = { id: string } & Record<string, unknown>;
/** What Stripe holds of one customer; the lists newest first. */
export type StripeAccount = {
  customer: Record<string, unknown>;
  cards?: StripeObject[];
  charges?: StripeObject[];
  invoices?: StripeObject[];
};
export type StripeFault =
  | { kind: "status"; status: number }
  | { kind: "hang" | "cut" | "not-json" | "no-shape" };

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

/** The header that Stripe signs a webhook's body with. */
export function signWebhook(
  body: string,
  { secret, at = new Date() }: { secret: string; at?: Date },
): string {
  const time = Math.floor(at.getTime() / 1_000);
  return `t=${time},v1=${createHmac("sha256", secret).update(`${time}.${body}`).digest("hex")}`;
}

/**
 * The parts of Stripe's API that billing reads: key, version header, expansion, pages of lists, and
 * every fault.
 */
export async function startStripe(options: { key: string }) {
  const accounts = new Map<string, StripeAccount>();
  const troubles = new Map<string, StripeFault>();
  const subscriptions = new Map<string, StripeObject>();
  /** Lists that the key may not read. */
  const forbidden = new Set<string>();
  const calls: { path: string; version: string | undefined }[] = [];
  const held: ServerResponse[] = [];
  let trouble: StripeFault | null = null;

  const reply = (res: ServerResponse, status: number, body: unknown) => {
    res.writeHead(status, { "Content-Type": "application/json" });
    res.end(typeof body === "string" ? body : JSON.stringify(body));
  };
  const missing = (res: ServerResponse, status = 404) =>
    reply(res, status, {
      error: {
        type: "invalid_request_error",
        code: "resource_missing",
        message: "No such customer",
      },
    });

  const list = (res: ServerResponse, query: URLSearchParams, entries: StripeObject[]) => {
    const limit = Number(query.get("limit") ?? 10);
    const after = query.get("starting_after");
    const start = after ? entries.findIndex(({ id }) => id === after) + 1 : 0;
    reply(res, 200, {
      object: "list",
      data: entries.slice(start, start + limit),
      has_more: entries.length > start + limit,
    });
  };

  const answer = (req: IncomingMessage, res: ServerResponse) => {
    const url = new URL(req.url ?? "/", "http://stripe");
    const query = url.searchParams;
    if (url.pathname === "/control/calls") return reply(res, 200, calls);
    calls.push({
      path: url.pathname,
      version: req.headers["stripe-version"] as string | undefined,
    });
    if (req.headers.authorization !== `Bearer ${options.key}`)
      return reply(res, 401, { error: { message: "Invalid API Key provided" } });
    const [, , first = "", second, third] = url.pathname.split("/");
    const id = first === "customers" ? (second ?? "") : (query.get("customer") ?? "");
    const wrong = trouble ?? troubles.get(id);
    if (wrong) return fail(req, res, wrong);
    if (forbidden.has(first))
      return reply(res, 403, {
        error: {
          type: "invalid_request_error",
          message: "The provided key does not have the required permissions",
        },
      });
    if (first === "subscriptions" && second)
      return subscriptions.has(second) ? reply(res, 200, subscriptions.get(second)) : missing(res);
    if (!id && !second) return list(res, query, []);
    const account = accounts.get(id);
    if (!account) return missing(res, first === "customers" ? 404 : 400);
    if (first === "customers" && third === "payment_methods")
      return list(res, query, account.cards ?? []);
    if (first === "customers") {
      const isExpanded =
        [...query.values()].includes("default_source") &&
        [...query.values()].includes("invoice_settings.default_payment_method");
      return reply(
        res,
        200,
        isExpanded ? { id, object: "customer", ...account.customer } : { id, object: "customer" },
      );
    }
    if (first === "charges") return list(res, query, account.charges ?? []);
    if (first === "invoices")
      return list(
        res,
        query,
        (account.invoices ?? []).filter(({ status }) => status === query.get("status")),
      );
    return missing(res);
  };

  const fail = (req: IncomingMessage, res: ServerResponse, wrong: StripeFault) => {
    if (wrong.kind === "status") return reply(res, wrong.status, { error: { message: "fault" } });
    if (wrong.kind === "not-json") return reply(res, 200, "<html>busy</html>");
    if (wrong.kind === "no-shape") return reply(res, 200, { object: "list" });
    if (wrong.kind === "cut") return req.socket.destroy();
    held.push(res);
  };

  const server = createServer((req, res) => {
    if (req.method === "GET") return void answer(req, res);
    // Not part of Stripe: lets tests in other processes say what is there.
    const parts: Buffer[] = [];
    req.on("data", (part: Buffer) => parts.push(part));
    req.on("end", () => {
      const { id, account, subscription, fault } = JSON.parse(Buffer.concat(parts).toString()) as {
        id: string;
        account?: StripeAccount;
        subscription?: StripeObject;
        fault?: StripeFault | null;
      };
      if (account) accounts.set(id, account);
      if (subscription) subscriptions.set(subscription.id, subscription);
      if (fault) troubles.set(id, fault);
      else troubles.delete(id);
      reply(res, 200, {});
    });
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    key: options.key,
    accounts,
    subscriptions,
    forbidden,
    calls,
    /** What goes wrong for everybody from now on; null: nothing. */
    fail(next: StripeFault | null) {
      trouble = next;
    },
    async close() {
      for (const res of held) res.destroy();
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}
