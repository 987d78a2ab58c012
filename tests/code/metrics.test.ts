import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import type { Database } from "#app/db/client.server.ts";
import { ENV_NAMES } from "#app/lib/env.server.ts";
import { createMetrics } from "#server/metrics.ts";

const ROOT = join(import.meta.dirname, "../..");
const read = (file: string) => readFileSync(join(ROOT, file), "utf8");

const { registry } = createMetrics(() => ({}) as Database, {
  standby: { isFresh: () => true },
  hasBackups: true,
});
const metrics = registry.getMetricsAsArray() as unknown as { name: string; help: string }[];
const names = metrics.map(({ name }) => name);
const own = names.filter((name) => !/^(?:process|nodejs)_/.test(name));
const documented = [...read("docs/metrics.md").matchAll(/^\| `([a-z_]+)` \|/gm)].map(
  ([, name = ""]) => name,
);

/** The metrics that a query reads. */
const listRead = (query: string) =>
  [...query.matchAll(/\b[a-z]+(?:_[a-z0-9]+)+\b(?=[{[)]| |$)/gm)]
    .map(([name]) => name.replace(/_(?:bucket|sum|count)$/, ""))
    .filter((name) => !["histogram_quantile", "label_values"].includes(name));

test("every metric is documented, and nothing else", () => {
  expect(documented.toSorted()).toEqual(own.toSorted());
});

test("dashboard and alert rules read metrics that there are", () => {
  const { groups } = parse(read("deploy/prometheus/alerts.yaml")) as {
    groups: { rules: { alert: string; expr: string }[] }[];
  };
  const { panels } = JSON.parse(read("deploy/grafana/dashboard.json")) as {
    panels: { title: string; targets: { expr: string }[] }[];
  };
  const queries = [
    ...groups.flatMap(({ rules }) => rules.map(({ alert, expr }) => [alert, expr] as const)),
    ...panels.flatMap(({ title, targets }) => targets.map(({ expr }) => [title, expr] as const)),
  ];
  expect(queries.length).toBeGreaterThan(30);
  const found = queries.flatMap(([title, query]) => listRead(query).map((name) => [title, name]));
  expect(found.length).toBeGreaterThan(30);
  // Other programs have metrics of the same names.
  for (const [alert, expr] of groups.flatMap(({ rules }) =>
    rules.map((rule) => [rule.alert, rule.expr] as const),
  ))
    expect(expr.split('{job="henrys-helpline"').length - 1, alert).toBe(listRead(expr).length || 1);
  for (const [title, name] of found) expect([...names, "up"], title).toContain(name);
});

test("every variable of the site is in the example file or in the documents", () => {
  const texts = [".env.example", ...globSync("docs/*.md", { cwd: ROOT })].map(read).join("\n");
  for (const name of ENV_NAMES) expect(texts, name).toContain(name);
});
