// Measures the site on this machine: npm run bench -- [--only cache,quotes] [--as-built]
import { existsSync, statSync } from "node:fs";
import { cpus } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { parseArgs } from "node:util";
import { MINUTE_MS } from "#app/lib/durations.ts";
import { build, isBuilt } from "../scripts/build.ts";
import { measureBuild } from "./build-time.ts";
import { measureCachedPage } from "./cached-page.ts";
import { measureChanges } from "./changes.ts";
import { measureColdStart } from "./cold-start.ts";
import { measureCredits } from "./credits.ts";
import { measureCustomerPage } from "./customer-page.ts";
import { measureEdits } from "./edits.ts";
import { measureInteractions } from "./interactions.ts";
import { measureLargestPaint } from "./largest-paint.ts";
import { measureLighthouse } from "./lighthouse.ts";
import { measureMedia } from "./media.ts";
import { measureMemory } from "./memory.ts";
import { measurePortal } from "./portal.ts";
import { measureProviderLists } from "./provider-lists.ts";
import { measureProviders } from "./providers.ts";
import { measureQuizzes } from "./quizzes.ts";
import { measureQuotes } from "./quotes.ts";
import { formatPercent, type Line, printReport, type Report } from "./report.ts";
import { measureScale } from "./scale.ts";
import { measureSearch } from "./search.ts";
import { measureUncachedPage } from "./uncached-page.ts";
import { measureWarmUp } from "./warm-up.ts";
import { measureWeights } from "./weights.ts";
import { openWorkspace, ROOT, type Workspace } from "./workspace.ts";

const TIME_LIMIT_MS = 20 * MINUTE_MS;
/** The exit code that shells expect of an interrupted program. */
const INTERRUPTED = 130;
const BUSY_SAMPLE_MS = 1_000;
const BUSY_WARNING_SHARE = 0.15;

type Part = { title: string; measure: (workspace: Workspace, deadline: number) => Promise<Report> };

const PARTS: Record<string, Part> = {
  cache: { title: "Cached page against nginx", measure: measureCachedPage },
  uncached: { title: "Uncached page", measure: measureUncachedPage },
  changes: { title: "From a change to what visitors see", measure: measureChanges },
  edits: { title: "Processor time of edits", measure: measureEdits },
  quotes: { title: "Quote requests against bare transactions", measure: measureQuotes },
  scale: { title: "One, two and four web processes", measure: measureScale },
  "customer-page": {
    title: "Quote requests with and without the customer's page",
    measure: measureCustomerPage,
  },
  quizzes: { title: "Quizzes: lookup and check", measure: measureQuizzes },
  search: { title: "Search while somebody types", measure: measureSearch },
  media: { title: "Media library: a photo of 12 megapixels", measure: measureMedia },
  start: { title: "Cold start", measure: measureColdStart },
  warm: { title: "Warm-up of the page cache", measure: measureWarmUp },
  memory: { title: "Memory", measure: measureMemory },
  weights: { title: "Page weights", measure: measureWeights },
  interactions: {
    title: "From a tap to the next paint, on a slow phone",
    measure: measureInteractions,
  },
  lcp: {
    title: "Largest paint against plain HTML on nginx, on a slow phone",
    measure: measureLargestPaint,
  },
  build: { title: "Build", measure: measureBuild },
  providers: { title: "List of 50,000 providers", measure: measureProviders },
  credits: { title: "Statement of 100,000 ledger lines", measure: measureCredits },
  pro: { title: "Portal of a provider with 100,000 offers", measure: measureProviderLists },
  portal: { title: "Staff portal with 1,000,000 requests", measure: measurePortal },
  // Last: it skips runs that would exceed the remaining time.
  lighthouse: { title: "Lighthouse", measure: measureLighthouse },
};

const { values: options } = parseArgs({
  options: { only: { type: "string" }, "as-built": { type: "boolean" } },
});
const names = options.only?.split(",") ?? Object.keys(PARTS);
const unknown = names.find((name) => !Object.hasOwn(PARTS, name));
if (unknown !== undefined) {
  console.error(`There is no part "${unknown}"; the parts are ${Object.keys(PARTS).join(", ")}.`);
  process.exit(1);
}
if (!options["as-built"] && !isBuilt()) await build();

const workspace = openWorkspace();
let isExiting = false;
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
  process.once(signal, () => void exit(INTERRUPTED));
const timeLimit = setTimeout(() => {
  console.error("The time is up: the remaining parts were not measured.");
  void exit(1);
}, TIME_LIMIT_MS);
const deadline = Date.now() + TIME_LIMIT_MS;

try {
  const missedTargets: string[] = [];
  let targets = 0;
  for (const name of names) {
    const { title, measure } = PARTS[name] as Part;
    console.log(`\n${name}: ${title}`);
    const busy = await measureBusyShare();
    if (busy > BUSY_WARNING_SHARE)
      console.log(
        `  other programs use ${formatPercent(busy)} of the processors at this moment: the results will be too low`,
      );
    const before = readBuildTime();
    const report = await measure(workspace, deadline);
    printReport(report);
    if (readBuildTime() !== before)
      console.log(
        "  the site was rebuilt meanwhile: files were missing for a time, and these results are not valid",
      );
    const checked = report.lines.filter((line: Line) => line.met !== undefined);
    targets += checked.length;
    missedTargets.push(
      ...checked.filter((line) => !line.met).map((line) => `${name} (${line.what})`),
    );
  }
  console.log(
    `\n${targets - missedTargets.length} of ${targets} targets met${missedTargets.length > 0 ? `; NOT met: ${missedTargets.join(", ")}` : ""}`,
  );
  await exit(0);
} catch (error) {
  if (!isExiting) console.error(error instanceof Error ? error.message : error);
  await exit(1);
}

/** When the build of the site was finished, in milliseconds. */
function readBuildTime(): number {
  const stamp = join(ROOT, "build/stamp");
  return existsSync(stamp) ? statSync(stamp).mtimeMs : 0;
}

/** Share of all processors that is in use now. */
async function measureBusyShare(): Promise<number> {
  const read = () =>
    cpus().map(({ times }) => ({
      idle: times.idle,
      all: times.user + times.nice + times.sys + times.irq + times.idle,
    }));
  const before = read();
  await wait(BUSY_SAMPLE_MS);
  const shares = read().map(
    ({ idle, all }, core) =>
      1 - (idle - (before[core]?.idle ?? 0)) / (all - (before[core]?.all ?? 0)),
  );
  return shares.reduce((sum, share) => sum + share, 0) / shares.length;
}

async function exit(code: number): Promise<void> {
  if (isExiting) return;
  isExiting = true;
  clearTimeout(timeLimit);
  await workspace.close();
  process.exit(code);
}
