import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, test } from "vitest";
import { LISTED_REQUEST, NOON } from "#tests/listed-request.ts";
import type { ListedRequest } from "../../loaders.server.ts";
import { QueueRow } from "./queue-row.tsx";

const NIGHT = Date.parse("2026-01-13T08:00:00Z");

const show = (changes: Partial<ListedRequest> = {}, now = NOON, isChanged = false) =>
  renderToStaticMarkup(
    createElement(RouterProvider, {
      router: createMemoryRouter([
        {
          path: "/",
          element: createElement(QueueRow, {
            request: { ...LISTED_REQUEST, ...changes },
            now,
            isChanged,
          }),
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

test("nothing calls outside the hours, without a known local time, a wrong number, or who opted out", () => {
  expect(show({}, NIGHT)).toContain("Not now: 3:00 AM there");
  expect(show({ isOptedOut: true, calling: null })).toContain("Opted out: do not contact");
  expect(show({ isWrongNumber: true })).toContain("Wrong number");
  expect(show({ calling: null })).toContain("Local time not known");
  for (const html of [
    show({}, NIGHT),
    show({ isOptedOut: true }),
    show({ isWrongNumber: true }),
    show({ calling: null }),
    show({ phoneHref: null }),
  ])
    expect(html).not.toContain("tel:");
});

test("nothing calls a person who was called and texted often enough in the last 24 hours", () => {
  const hours = (...ago: number[]) => ago.map((hour) => NOON - hour * 3_600_000);
  expect(show({ recentAt: hours(1, 2, 23) })).not.toContain("tel:");
  expect(show({ recentAt: hours(1, 2, 25), attemptCount: 9 })).toContain("tel:");
});

test("a request that somebody has just changed cannot be called from the old row", () => {
  const html = show({}, NOON, true);
  expect(html).toContain("Changed");
  expect(html).not.toContain("tel:");
});
