import { randomBytes } from "node:crypto";
import { describeSession, type FakePayments, type FakeSession } from "./stripe-payments.ts";

export type CheckoutReply = {
  status: number;
  body: unknown;
  /** Where the browser is sent; without it the body is JSON, or a page where it is text. */
  location?: string;
};

/** The hosted payment page is below this path of the double's own origin. */
const PAGE = "/c/pay/";

const refuse = (
  message: string,
  { type = "invalid_request_error", code }: { type?: string; code?: string } = {},
): CheckoutReply => ({
  status: 400,
  body: { error: { type, code, message } },
});

/**
 * Checkout sessions, with Stripe's rules for idempotency keys, and the page on which they are paid.
 * `origin` is read when a session is created.
 */
export class FakeCheckout {
  readonly sessions = new Map<string, FakeSession>();
  /** Customers that do not exist any more. */
  readonly deletedCustomers = new Set<string>();
  readonly #answers = new Map<string, { fields: string; reply: CheckoutReply }>();
  readonly #payments: FakePayments;
  readonly #origin: () => string;

  constructor(options: { payments: FakePayments; origin: () => string }) {
    this.#payments = options.payments;
    this.#origin = options.origin;
  }

  /** `POST /v1/checkout/sessions`, with a key that was checked. */
  create(fields: URLSearchParams, key: string | undefined): CheckoutReply {
    const text = fields.toString();
    const known = key === undefined ? undefined : this.#answers.get(key);
    if (known)
      return known.fields === text
        ? known.reply
        : refuse(
            "Keys for idempotent requests can only be used with the same parameters they were first used with.",
            { type: "idempotency_error" },
          );
    const reply = this.#createSession(fields);
    // What does not pass validation is not kept for its key.
    if (key !== undefined && reply.status === 200) this.#answers.set(key, { fields: text, reply });
    return reply;
  }

  #createSession(fields: URLSearchParams): CheckoutReply {
    const cents = Number(fields.get("line_items[0][price_data][unit_amount]"));
    const quantity = Number(fields.get("line_items[0][quantity]"));
    if (fields.get("mode") !== "payment") return refuse("Missing required param: mode.");
    if (!Number.isInteger(cents * quantity) || cents * quantity < 50)
      return refuse("The Checkout Session's total amount due must add up to at least $0.50 usd");
    if (fields.has("customer") && fields.has("customer_creation"))
      return refuse("You may only specify one of these parameters: customer, customer_creation.");
    const customer = fields.get("customer");
    if (customer !== null && this.deletedCustomers.has(customer))
      return refuse(`No such customer: '${customer}'`, { code: "resource_missing" });
    const id = `cs_test_${randomBytes(12).toString("hex")}`;
    const session: FakeSession = {
      id,
      url: `${this.#origin()}${PAGE}${id}`,
      status: "open",
      cents: cents * quantity,
      name: fields.get("line_items[0][price_data][product_data][name]") ?? "",
      successUrl: fields.get("success_url") ?? "",
      cancelUrl: fields.get("cancel_url") ?? "",
      reference: fields.get("client_reference_id"),
      customer,
      metadata: readMetadata(fields, "metadata"),
      paymentMetadata: readMetadata(fields, "payment_intent_data[metadata]"),
    };
    this.sessions.set(id, session);
    return { status: 200, body: describeSession(session) };
  }

  /** The hosted page and its button; null for another path. */
  servePage(method: string, path: string): CheckoutReply | null {
    if (!path.startsWith(PAGE)) return null;
    const session = this.sessions.get(path.slice(PAGE.length));
    if (!session) return { status: 404, body: "<h1>There is no such payment.</h1>" };
    if (session.status !== "open")
      return { status: 200, body: `<h1>This payment is ${session.status}.</h1>` };
    if (method === "GET") return { status: 200, body: renderPage(session) };
    this.#payments.completeSession(session);
    return { status: 303, body: "", location: session.successUrl };
  }
}

/** The fields `<name>[key]`. */
const readMetadata = (fields: URLSearchParams, name: string) =>
  Object.fromEntries(
    [...fields].flatMap(([field, value]) =>
      field.startsWith(`${name}[`) ? [[field.slice(name.length + 1, -1), value]] : [],
    ),
  );

const escapeHtml = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");

const renderPage = ({
  name,
  cents,
  cancelUrl,
}: FakeSession) => `<!doctype html><html lang="en"><meta charset="utf-8">
<meta name="viewport" content="width=device-width"><title>Pay</title><link rel="icon" href="data:,">
<h1>${escapeHtml(name)}: $${(cents / 100).toFixed(2)}</h1>
<p>This stands in for Stripe's payment page. No money moves.</p>
<form method="post"><button>Pay</button></form>
<p><a href="${escapeHtml(cancelUrl)}">Back</a></p></html>`;
