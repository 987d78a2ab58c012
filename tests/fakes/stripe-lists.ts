export type StripeObject = { id: string } & Record<string, unknown>;
/** What Stripe stores of one customer; the lists newest first. */
export type StripeAccount = {
  customer: Record<string, unknown>;
  cards?: StripeObject[];
  charges?: StripeObject[];
  invoices?: StripeObject[];
};

export type StoredData = {
  accounts: Map<string, StripeAccount>;
  subscriptions: Map<string, StripeObject>;
  /** Lists that the key may not read. */
  forbidden: Set<string>;
};
export type Reply = { status: number; body: unknown };

/** The collection of a path, the object in it, the list of that, and the customer it is about. */
export function parseUrl({ pathname, searchParams: query }: URL) {
  const [, , collection = "", object, list] = pathname.split("/");
  const id = collection === "customers" ? (object ?? "") : (query.get("customer") ?? "");
  return { collection, object, list, id, query };
}

/** What Stripe replies to a valid key. */
export function buildReply({ accounts, subscriptions, forbidden }: StoredData, url: URL): Reply {
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

export const buildMissing = (status = 404): Reply => ({
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
