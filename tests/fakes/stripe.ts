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

type StoredData = {
  accounts: Map<string, StripeAccount>;
  subscriptions: Map<string, StripeObject>;
  /** Lists that the key may not read. */
  forbidden: Set<string>;
};
type Reply = { status: number; body: unknown };

/**
 * The parts of Stripe's API that billing uses: key, version header, expansion, pages of lists, and
 * faults.
 */
export async function startStripe(options: { key: string }) {
  const stored: StoredData = {
    accounts: new Map(),
    subscriptions: new Map(),
    forbidden: new Set(),
  };
  const customerFaults = new Map<string, StripeFault>();
  const calls: { path: string; version: string | undefined }[] = [];
  const hanging: ServerResponse[] = [];
  let globalFault: StripeFault | null = null;

  const handle = (req: IncomingMessage, res: ServerResponse) => {
    const url = new URL(req.url ?? "/", "http://stripe");
    if (url.pathname === "/control/calls") return send(res, { status: 200, body: calls });
    calls.push({
      path: url.pathname,
      version: req.headers["stripe-version"] as string | undefined,
    });
    if (req.headers.authorization !== `Bearer ${options.key}`)
      return send(res, { status: 401, body: { error: { message: "Invalid API Key provided" } } });
    const fault = globalFault ?? customerFaults.get(parseUrl(url).id);
    if (!fault) send(res, buildReply(stored, url));
    else if (fault.kind === "hang") hanging.push(res);
    else fail(req, res, fault.kind === "status" ? fault.status : fault.kind);
  };

  const server = createServer(async (req, res) => {
    if (req.method === "GET") return handle(req, res);
    // Not part of Stripe: lets tests in other processes set the data.
    const { id, account, subscription, fault } = JSON.parse(
      Buffer.concat(await req.toArray()).toString(),
    ) as {
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
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    key: options.key,
    ...stored,
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

function send(res: ServerResponse, { status, body }: Reply): void {
  res.writeHead(status, { "Content-Type": "application/json" });
  res.end(typeof body === "string" ? body : JSON.stringify(body));
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

/** The collection of a path, the object in it, the list of that, and the customer it is about. */
function parseUrl({ pathname, searchParams: query }: URL) {
  const [, , collection = "", object, list] = pathname.split("/");
  const id = collection === "customers" ? (object ?? "") : (query.get("customer") ?? "");
  return { collection, object, list, id, query };
}

/** What Stripe replies to a valid key. */
function buildReply({ accounts, subscriptions, forbidden }: StoredData, url: URL): Reply {
  const { collection, object, list, id, query } = parseUrl(url);
  if (forbidden.has(collection))
    return {
      status: 403,
      body: {
        error: {
          type: "invalid_request_error",
          message: "The provided key does not have the required permissions",
        },
      },
    };
  if (collection === "subscriptions" && object)
    return subscriptions.has(object)
      ? { status: 200, body: subscriptions.get(object) }
      : buildMissing();
  if (!id && !object) return buildList(query, []);
  const account = accounts.get(id);
  if (!account) return buildMissing(collection === "customers" ? 404 : 400);
  if (collection === "customers" && list === "payment_methods")
    return buildList(query, account.cards ?? []);
  if (collection === "customers") return buildCustomer(query, id, account);
  if (collection === "charges") return buildList(query, account.charges ?? []);
  if (collection !== "invoices") return buildMissing();
  const invoices = account.invoices ?? [];
  return buildList(
    query,
    invoices.filter(({ status }) => status === query.get("status")),
  );
}

const buildMissing = (status = 404): Reply => ({
  status,
  body: {
    error: {
      type: "invalid_request_error",
      code: "resource_missing",
      message: "No such customer",
    },
  },
});

function buildList(query: URLSearchParams, entries: StripeObject[]): Reply {
  const limit = Number(query.get("limit") ?? 10);
  const after = query.get("starting_after");
  const start = after ? entries.findIndex(({ id }) => id === after) + 1 : 0;
  const data = entries.slice(start, start + limit);
  return {
    status: 200,
    body: { object: "list", data, has_more: entries.length > start + limit },
  };
}

function buildCustomer(query: URLSearchParams, id: string, { customer }: StripeAccount): Reply {
  const expanded = [...query.values()];
  const isExpanded =
    expanded.includes("default_source") &&
    expanded.includes("invoice_settings.default_payment_method");
  return { status: 200, body: { id, object: "customer", ...(isExpanded ? customer : {}) } };
}
