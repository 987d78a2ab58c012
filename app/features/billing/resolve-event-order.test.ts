import { expect, test } from "vitest";
import { resolveEventOrder } from "./resolve-event-order.ts";

const may = new Date("2026-05-01T00:00:00Z");
const june = new Date("2026-06-01T00:00:00Z");

test("nothing comes after the end, and the end comes after everything", () => {
  expect(
    resolveEventOrder(
      { status: "canceled", periodEnd: may },
      { status: "active", periodEnd: june, previousStatus: null },
    ),
  ).toBe(false);
  expect(
    resolveEventOrder(
      { status: "active", periodEnd: june },
      { status: "canceled", periodEnd: may, previousStatus: null },
    ),
  ).toBe(true);
});

test("an event that names the status before it follows that status alone", () => {
  expect(
    resolveEventOrder(
      { status: "trialing", periodEnd: may },
      { status: "active", periodEnd: may, previousStatus: "trialing" },
    ),
  ).toBe(true);
  expect(
    resolveEventOrder(
      { status: "past_due", periodEnd: may },
      { status: "active", periodEnd: june, previousStatus: "trialing" },
    ),
  ).toBe(false);
});

test("else the later end of the period decides, and then what came last", () => {
  expect(
    resolveEventOrder(
      { status: "active", periodEnd: june },
      { status: "active", periodEnd: may, previousStatus: null },
    ),
  ).toBe(false);
  expect(
    resolveEventOrder(
      { status: "active", periodEnd: may },
      { status: "active", periodEnd: june, previousStatus: "active" },
    ),
  ).toBe(true);
  expect(
    resolveEventOrder(
      { status: "active", periodEnd: null },
      { status: "past_due", periodEnd: may, previousStatus: null },
    ),
  ).toBe(true);
});
