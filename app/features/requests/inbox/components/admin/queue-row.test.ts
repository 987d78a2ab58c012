import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, test } from "vitest";
import type { ListedRequest } from "../../loaders.server.ts";
import { QueueRow } from "./queue-row.tsx";

const NOON = Date.parse("2026-01-13T17:00:00Z");
const NIGHT = Date.parse("2026-01-13T08:00:00Z");

const request: ListedRequest = {
  id: "1",
  name: "Jordan",
  phone: "(404) 555-0100",
  email: null,
  serviceType: "Plumbing",
  projectType: "-",
  projectSize: "-",
  problem: null,
  status: "new",
  flags: [],
  isEmergency: false,
  assigneeId: null,
  attemptCount: 0,
  isReturned: false,
  isMerged: false,
  snoozedUntil: null,
  wokeAt: null,
  sync: null,
  isOptedOut: false,
  hasNewMessage: false,
  waitingFor: null,
  phoneHref: "tel:+14045550100",
  mailHref: null,
  place: "Atlanta, GA 30301",
  created: { ms: NOON - 40 * 60_000, exact: "" },
  calling: [{ state: "GA", zones: ["America/New_York"] }],
};

const show = (changes: Partial<ListedRequest> = {}, now = NOON, isChanged = false) =>
  renderToStaticMarkup(
    createElement(RouterProvider, {
      router: createMemoryRouter([
        {
          path: "/",
          element: createElement(QueueRow, { request: { ...request, ...changes }, now, isChanged }),
        },
      ]),
    }),
  );

test("a row opens its request, and its number calls", () => {
  const html = show();
  expect(html).toContain('href="/backyard/service-requests/1"');
  expect(html).toContain('href="tel:+14045550100"');
  expect(html).toContain("12:00 PM, OK until 9 PM");
  expect(html).toContain(">40 min<");
});

test("nothing calls outside the hours, without a known local time, or a person who opted out", () => {
  expect(show({}, NIGHT)).toContain("Not now: 3:00 AM there");
  expect(show({ isOptedOut: true, calling: null })).toContain("Opted out: do not contact");
  expect(show({ calling: null })).toContain("Local time not known");
  for (const html of [
    show({}, NIGHT),
    show({ isOptedOut: true }),
    show({ calling: null }),
    show({ phoneHref: null }),
  ])
    expect(html).not.toContain("tel:");
});

test("a request that somebody has just changed cannot be called from the old row", () => {
  const html = show({}, NOON, true);
  expect(html).toContain("Changed");
  expect(html).not.toContain("tel:");
});
