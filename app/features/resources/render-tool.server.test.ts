import { expect, test } from "vitest";
import { parseEstimateQuery } from "./estimate-cost.ts";
import { renderTool } from "./render-tool.server.ts";
import { getCostEstimator } from "./tools.server.ts";

const data = getCostEstimator();
const renderHtml = (query: string) =>
  renderTool("project-cost-estimator", {
    data,
    chosen: parseEstimateQuery(new URLSearchParams(query), data),
  }).html;
const findButton = (html: string) =>
  /<button[^>]*>Calculate/.exec(html.replace(/<noscript>.*<\/noscript>/s, ""))?.[0] ?? "";

test.each(["", "project=deck-installation", "size=large", "project=no-such-project&size=large"])(
  "disables Calculate from the first paint with %j",
  (query) => {
    expect(findButton(renderHtml(query))).toMatch(/ disabled=""/);
  },
);

test("enables Calculate when type and size are chosen", () => {
  expect(findButton(renderHtml("project=deck-installation&size=large"))).toMatch(
    /^<button(?!.* disabled="")/,
  );
});

test("shows a second button that works without script", () => {
  expect(/<noscript>(.*)<\/noscript>/s.exec(renderHtml(""))?.[1]).toMatch(
    /^<button type="submit"(?!.* disabled="").*>Calculate<\/button>$/,
  );
});
