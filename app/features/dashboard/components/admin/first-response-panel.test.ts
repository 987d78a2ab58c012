import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, test } from "vitest";
import type { FirstResponse } from "#app/features/requests/attempts/first-response.server.ts";
import { FirstResponsePanel } from "./first-response-panel.tsx";

const show = (response: Omit<FirstResponse, "measuredAt">) =>
  renderToStaticMarkup(
    createElement(RouterProvider, {
      router: createMemoryRouter([
        {
          path: "/",
          element: createElement(FirstResponsePanel, {
            response: { ...response, measuredAt: new Date(0) },
          }),
        },
      ]),
    }),
  )
    .replaceAll(/<[^>]+>/g, " ")
    .replaceAll(/\s+/g, " ");

const times = { requests: 10, median: 14, p90: 130 };

test("shows median and 90th percentile over all, by service and by hour, and who waits", () => {
  const services = ["A", "B", "C", "D", "E", "F", "G"].map((service) => ({ ...times, service }));
  const text = show({
    overall: { requests: 1_200, median: 14, p90: 131 },
    byService: services,
    byHour: [
      { ...times, hour: 9 },
      { ...times, hour: 23, median: 0 },
    ],
    waiting: 27,
  });
  expect(text).toContain("Median 14 min 90th percentile 2 h 11 min Tried 1,200 Still waiting 27");
  expect(text).toContain("F 10 tried 14 min 2 h 10 min 10");
  expect(text).toContain("Show 1 more");
  expect(text).toContain("9 AM 14 min 2 h 10 min 10");
  expect(text).toContain("11 PM under 1 min 2 h 10 min 10");
});

test("says so where nobody tried to reach a customer", () => {
  const text = show({ overall: null, byService: [], byHour: [], waiting: 3 });
  expect(text).toContain("Nobody tried to reach a customer in the last 30 days.");
  expect(text).toContain("Still waiting 3");
  expect(text).not.toContain("hour of arrival");
});
