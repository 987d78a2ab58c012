import { existsSync, globSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";

const ROOT = join(import.meta.dirname, "../..");
const FOLDER = "docs/runbook";
const read = (file: string) => readFileSync(join(ROOT, file), "utf8");

const files = globSync(`${FOLDER}/*.md`, { cwd: ROOT }).sort();
const pages = files.filter((file) => basename(file) !== "README.md");
const index = read(`${FOLDER}/README.md`);
const linked = [...index.matchAll(/\]\(([\w-]+\.md)\) \|$/gm)].map(([, page = ""]) => page);

const metrics = [...read("server/metrics.ts").matchAll(/\bname: "([a-z_]+)"/g)].map(
  ([, name = ""]) => name,
);
const tables = globSync("app/db/tables/*.ts", { cwd: ROOT }).flatMap((file) =>
  [...read(file).matchAll(/pgTable\(\s*"([a-z_]+)"/g)].map(([, name = ""]) => name),
);

/** The metrics that a page names: what it looks for in `/metrics`, and words that begin like one. */
function listMetrics(text: string): string[] {
  const families = new Set(metrics.map((name) => name.split("_")[0] ?? ""));
  const searched = [...text.matchAll(/site_metrics \| grep [^`\n]*/g)].flatMap(([search]) =>
    [...search.matchAll(/\b[a-z]+(?:_[a-z0-9]+)+\b(?![_(])/g)].map(([name]) => name),
  );
  const named = [...text.matchAll(/`([a-z]+(?:_[a-z0-9]+)+)(?:\{[^`]*\})?`/g)]
    .map(([, name = ""]) => name)
    .filter((name) => families.has(name.split("_")[0] ?? "") && !tables.includes(name));
  return [...searched, ...named].filter(
    (name) => name !== "site_metrics" && !/^(?:process|nodejs|backup)_/.test(name),
  );
}

/** Where each part of a page begins; -1 for one that is missing. */
const listParts = (text: string) =>
  ["# ", "## What it means", "## First", "## Find the reason", "## Then"].map((heading) =>
    `\n${text}`.indexOf(`\n${heading}`),
  );

/** The words of the log lines that need a person; those of payments are passed on as a field. */
function listAlarms(): string[] {
  const sources = globSync("{app,server}/**/*.ts", { cwd: ROOT })
    .filter((file) => !file.endsWith(".test.ts"))
    .map(read);
  const logged = sources.flatMap((source) => [
    ...source.matchAll(/"alarm: ([^"]+)"|\balarm: "([^"]+)"/g),
  ]);
  // A constant that holds the words.
  const named = sources.flatMap((source) =>
    [...source.matchAll(/\balarm: ([A-Z_]+)\s*[,}]/g)].map(([, name = ""]) =>
      new RegExp(`\\b${name} =\\s+"([^"]+)"`).exec(source),
    ),
  );
  expect(named).not.toContain(null);
  return [
    ...logged.map(([, line, field]) => line ?? field ?? ""),
    ...named.map((match) => match?.[1] ?? ""),
  ];
}

test("every alert has a page", () => {
  const { groups } = parse(read("deploy/prometheus/alerts.yaml")) as {
    groups: { rules: { alert: string; annotations: { runbook_url: string } }[] }[];
  };
  const rules = groups.flatMap((group) => group.rules);
  expect(rules.length).toBeGreaterThan(10);
  for (const { alert, annotations } of rules) {
    expect(pages, alert).toContain(annotations.runbook_url);
    const page = basename(annotations.runbook_url);
    const rows = index.split("\n").filter((row) => row.endsWith(`](${page}) |`));
    expect(rows.join("\n"), alert).toMatch(new RegExp(`\\b${alert}\\b`));
  }
});

test("the index names every page", () => {
  expect([...new Set(linked)].sort()).toEqual(pages.map((page) => basename(page)));
});

test("the index has the words of every alarm in the log", () => {
  const alarms = listAlarms();
  expect(alarms.length).toBeGreaterThan(20);
  for (const alarm of alarms) expect(index).toContain(`\`alarm: ${alarm}\``);
});

test.each(pages)("%s has its parts in order, on one screen", (page) => {
  const text = read(page);
  const parts = listParts(text);
  expect(parts[0]).toBe(0);
  expect(parts).not.toContain(-1);
  expect(parts).toEqual(parts.toSorted((a, b) => a - b));
  expect(text.split("\n").length).toBeLessThanOrEqual(60);
});

test.each(files)("%s names commands, metrics and files that there are", (file) => {
  const text = read(file);
  const { scripts } = JSON.parse(read("package.json")) as { scripts: Record<string, string> };
  for (const [, script] of text.matchAll(/npm run (?:-\S+ )*([\w:-]+)/g))
    expect(Object.keys(scripts)).toContain(script);
  for (const name of listMetrics(text))
    expect(
      metrics.some((known) => known === name.replace(/_(?:bucket|sum|count)$/, "")),
      name,
    ).toBe(true);
  for (const [, link = ""] of text.matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g))
    if (!/^[a-z]+:/.test(link))
      expect(existsSync(join(ROOT, dirname(file), link)), link).toBe(true);
});
