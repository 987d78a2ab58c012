import { expect, test } from "vitest";
import { isPayment, readLastFour, readOutstanding, readPayment } from "./read-billing.ts";

const card = (last4: string, created = 1) => ({ id: last4, created, card: { last4 } });
const charge = {
  id: "ch",
  status: "succeeded",
  created: 1_760_000_000,
  currency: "usd",
  amount: 12_345,
  captured: true,
  refunded: false,
};
const invoice = (cents: number, currency = "usd") => ({
  id: "in",
  currency,
  amount_remaining: cents,
});

test("shows the card that is charged next: the default, then the source, then the newest", () => {
  const cards = [card("1111", 5), card("2222", 9), card("3333", 7)];
  const source = { object: "card", last4: "4444" };
  expect(
    readLastFour(
      { invoice_settings: { default_payment_method: card("5555") }, default_source: source },
      cards,
    ),
  ).toBe("5555");
  expect(
    readLastFour(
      {
        invoice_settings: { default_payment_method: { id: "bank", created: 1 } },
        default_source: source,
      },
      cards,
    ),
  ).toBe("4444");
  expect(
    readLastFour({ default_source: { object: "source", card: { last4: "6666" } } }, cards),
  ).toBe("6666");
  expect(readLastFour({ default_source: { object: "bank_account", last4: "7777" } }, cards)).toBe(
    "2222",
  );
  expect(readLastFour({ default_source: "src_unexpanded" }, cards)).toBe("2222");
  expect(readLastFour({}, [])).toBeNull();
});

test("a charge is a payment if it was captured in dollars and not refunded", () => {
  expect(isPayment(charge)).toBe(true);
  for (const changes of [
    { status: "failed" },
    { status: "pending" },
    { refunded: true },
    { captured: false },
    { currency: "jpy" },
  ])
    expect(isPayment({ ...charge, ...changes })).toBe(false);
  expect(readPayment(charge)).toEqual({
    last_payment_date: "2025-10-09T08:53:20.000Z",
    last_payment_amount: 123.45,
  });
  expect(readPayment({ ...charge, amount_captured: 10_000 }).last_payment_amount).toBe(100);
});

test("counts open invoices and a positive balance as debt, and ignores a credit on the account", () => {
  expect(readOutstanding({ balance: 250 }, [invoice(1_999), invoice(1)])).toBe(22.5);
  expect(readOutstanding({ balance: -5_000 }, [invoice(1_999)])).toBe(19.99);
  expect(readOutstanding({ balance: 500, currency: "eur" }, [invoice(700, "eur")])).toBe(0);
  expect(readOutstanding({}, [])).toBe(0);
});
