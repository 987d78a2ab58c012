import { createHmac } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

type StripeObject = { id: string } & Record<string, unknown>;
/** What Stripe stores of one customer; the lists newest first. */
export type StripeAccount = {
  customer: Record<string, unknown>;
  cards?: StripeObject[];
  charges?: StripeObject[];
  invoices?: StripeObject[];
};
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

/**
 * The parts of Stripe's API that billing uses: key, version header, expansion, pages of lists, and
 * faults.
 */
export async function startStripe(options: { key: string }) {
  const accounts = new Map<string, StripeAccount>();
  const customerFaults = new Map<string, StripeFault>();
  const subscriptions = new Map<string, StripeObject>();
  /** Lists that the key may not read. */
  const forbidden = new Set<string>();
  const calls: { path: string; version: string | undefined }[] = [];
  const hanging: ServerResponse[] = [];
  let globalFault: StripeFault | null = null;

  const reply = (res: ServerResponse, status: number, body: unknown) => {
    res.writeHead(status, { "Content-Type": "application/json" });
    res.end(typeof body === "string" ? body : JSON.stringify(body));
  };
  const replyMissing = (res: ServerResponse, status = 404) =>
    reply(res, status, {
      error: {
        type: "invalid_request_error",
        code: "resource_missing",
        message: "No such customer",
      },
    });

  const replyList = (res: ServerResponse, query: URLSearchParams, entries: StripeObject[]) => {
    const limit = Number(query.get("limit") ?? 10);
    const after = query.get("starting_after");
    const start = after ? entries.findIndex(({ id }) => id === after) + 1 : 0;
    reply(res, 200, {
      object: "list",
      data: entries.slice(start, start + limit),
      has_more: entries.length > start + limit,
    });
  };

  const handle = (req: IncomingMessage, res: ServerResponse) => {
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
    const callFault = globalFault ?? customerFaults.get(id);
    if (callFault) return fail(req, res, callFault);
    if (forbidden.has(first))
      return reply(res, 403, {
        error: {
          type: "invalid_request_error",
          message: "The provided key does not have the required permissions",
        },
      });
    if (first === "subscriptions" && second)
      return subscriptions.has(second)
        ? reply(res, 200, subscriptions.get(second))
        : replyMissing(res);
    if (!id && !second) return replyList(res, query, []);
    const account = accounts.get(id);
    if (!account) return replyMissing(res, first === "customers" ? 404 : 400);
    if (first === "customers" && third === "payment_methods")
      return replyList(res, query, account.cards ?? []);
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
    if (first === "charges") return replyList(res, query, account.charges ?? []);
    if (first === "invoices")
      return replyList(
        res,
        query,
        (account.invoices ?? []).filter(({ status }) => status === query.get("status")),
      );
    return replyMissing(res);
  };

  const fail = (req: IncomingMessage, res: ServerResponse, callFault: StripeFault) => {
    if (callFault.kind === "status")
      return reply(res, callFault.status, { error: { message: "fault" } });
    if (callFault.kind === "not-json") return reply(res, 200, "<html>busy</html>");
    if (callFault.kind === "wrong-shape") return reply(res, 200, { object: "list" });
    if (callFault.kind === "cut") return req.socket.destroy();
    hanging.push(res);
  };

  const server = createServer((req, res) => {
    if (req.method === "GET") return void handle(req, res);
    // Not part of Stripe: lets tests in other processes set the data.
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
      if (fault) customerFaults.set(id, fault);
      else customerFaults.delete(id);
      reply(res, 200, {});
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    key: options.key,
    accounts,
    subscriptions,
    forbidden,
    calls,
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
