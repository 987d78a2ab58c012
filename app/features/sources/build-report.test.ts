import { expect, test } from "vitest";
import { buildReport, type Counts } from "./build-report.ts";
import { MAX_ROWS, UNKNOWN_SOURCE } from "./constants.ts";

const NOTHING: Counts = { visits: [], requests: [], allRequests: 0, results: [], calls: [] };

test("puts visits, requests and results of a source into one row, the most requests first", () => {
  const { sources } = buildReport({
    ...NOTHING,
    visits: [
      { source: "Direct", visits: 90 },
      { source: "Google Ads", visits: 40 },
    ],
    requests: [
      { source: "Direct", requests: 1 },
      { source: "Google Ads", requests: 5 },
    ],
    allRequests: 8,
    results: [{ source: "Google Ads", connected: 2, hired: 1, value: 450 }],
  });
  expect(sources).toEqual([
    { source: "Google Ads", visits: 40, requests: 5, connected: 2, hired: 1, value: 450 },
    { source: UNKNOWN_SOURCE, visits: 0, requests: 2, connected: 0, hired: 0, value: 0 },
    { source: "Direct", visits: 90, requests: 1, connected: 0, hired: 0, value: 0 },
  ]);
});

test("adds up the smallest sources beyond a hundred", () => {
  const requests = Array.from({ length: MAX_ROWS + 5 }, (_, index) => ({
    source: `site-${index}.example`,
    requests: 1_000 - index,
  }));
  const total = requests.reduce((sum, row) => sum + row.requests, 0);
  const { sources } = buildReport({ ...NOTHING, requests, allRequests: total });
  expect(sources).toHaveLength(MAX_ROWS);
  expect(sources.at(-1)?.source).toBe("Other referrers");
  expect(sources.reduce((sum, row) => sum + row.requests, 0)).toBe(total);
});
