import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import type { HighLevelState } from "#app/features/crm/highlevel/state.server.ts";
import { HighLevelCard } from "./highlevel-card.tsx";

const now = new Date("2026-03-01T12:00:00Z");
const target = {
  breaker: null,
  waiting: 0,
  held: 0,
  dead: 0,
  delivered: 0,
  lastDeliveredAt: null,
  oldestWaitingAt: null,
};
const unconnected: HighLevelState = {
  host: null,
  connectUrl: null,
  connection: null,
  target,
  optOuts: { waiting: 0, dead: 0 },
  report: null,
};
const show = (state: HighLevelState) =>
  renderToStaticMarkup(
    createElement(HighLevelCard, { state, clock: { now, timeZone: "America/New_York" } }),
  );

test("opt-outs that did not reach the CRM are shown without a connection too", () => {
  expect(show({ ...unconnected, optOuts: { waiting: 2, dead: 0 } })).toContain(
    "2 waiting for a connection: set do-not-disturb in HighLevel",
  );
  expect(show({ ...unconnected, optOuts: { waiting: 0, dead: 1 } })).toContain(
    ">1 could not be delivered: set do-not-disturb in HighLevel",
  );
  expect(show(unconnected)).not.toContain("<dl");
});
