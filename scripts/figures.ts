import { parseArgs } from "node:util";
import { type Figure, figuresSchema, isStale } from "#app/features/catalog/figures.ts";
import { readYaml } from "#app/lib/content.server.ts";
import { readOptions } from "./read-options.ts";

/**
 * npm run figures [-- --stale]
 *
 * Lists the figures of the public pages (content/figures.yaml), the longest unchecked first. --stale
 * lists only those never checked or last checked more than a year ago, and exits with 1 if there are any.
 */

const USAGE = "npm run figures [-- --stale]";

function printFigure({ id, what, shown, pages, checked }: Figure, stale: boolean): void {
  const date = checked.date
    ? `${checked.date}${stale ? " (over a year ago)" : ""}`
    : "never checked";
  console.log(`${date}  ${id}: ${what}`);
  console.log(`    shown   ${shown.map((words) => `"${words}"`).join(", ")}`);
  console.log(`    source  ${checked.source}`);
  console.log(`    on      ${pages.join(", ")}`);
}

function main(onlyStale: boolean): void {
  const today = new Date().toISOString().slice(0, 10);
  const figures = readYaml("figures.yaml", figuresSchema).sort((a, b) =>
    (a.checked.date ?? "").localeCompare(b.checked.date ?? ""),
  );
  const stale = figures.filter((figure) => isStale(figure, today));
  for (const figure of onlyStale ? stale : figures) printFigure(figure, stale.includes(figure));
  console.log(`${figures.length} figures, ${stale.length} to check`);
  if (onlyStale && stale.length > 0) process.exitCode = 1;
}

const options = readOptions(USAGE, () => parseArgs({ options: { stale: { type: "boolean" } } }));
if (options) main(options.values.stale ?? false);
