import { expect, test } from "vitest";
import { isLaterEvent } from "./is-later-event.ts";

const may = new Date("2026-05-01T00:00:00Z");
const june = new Date("2026-06-01T00:00:00Z");

test("a cancellation is always the later event", () => {
  expect(
    isLaterEvent(
      { status: "canceled", periodEnd: may },
      { status: "active", periodEnd: june, previousStatus: null },
    ),
  ).toBe(false);
  expect(
    isLaterEvent(
      { status: "active", periodEnd: june },
      { status: "canceled", periodEnd: may, previousStatus: null },
    ),
  ).toBe(true);
});

test("an event with a previous status follows only that status", () => {
  expect(
    isLaterEvent(
      { status: "trialing", periodEnd: may },
      { status: "active", periodEnd: may, previousStatus: "trialing" },
    ),
  ).toBe(true);
  expect(
    isLaterEvent(
      { status: "past_due", periodEnd: may },
      { status: "active", periodEnd: june, previousStatus: "trialing" },
    ),
  ).toBe(false);
});

test("otherwise the later period end wins, then the event that arrived last", () => {
  expect(
    isLaterEvent(
      { status: "active", periodEnd: june },
      { status: "active", periodEnd: may, previousStatus: null },
    ),
  ).toBe(false);
  expect(
    isLaterEvent(
      { status: "active", periodEnd: may },
      { status: "active", periodEnd: june, previousStatus: "active" },
    ),
  ).toBe(true);
  expect(
    isLaterEvent(
      { status: "active", periodEnd: null },
      { status: "past_due", periodEnd: may, previousStatus: null },
    ),
  ).toBe(true);
});
