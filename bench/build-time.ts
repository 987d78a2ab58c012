import { once } from "node:events";
import { cpSync, readdirSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import type { Report } from "./report.ts";
import { median } from "./statistics.ts";
import { ROOT, type Workspace } from "./workspace.ts";

const ROUNDS = 3;
const AIM_MS_A_PAGE = 3;
const SERVICES = "content/services";
/** A tenth of the service files is built, and ten copies of all of them under other names. */
const COPIES = 10;
/** Not copied: packages are linked, the rest is generated or no source. */
const EXCLUDED = new Set([
  "node_modules",
  "build",
  "data",
  ".env",
  ".git",
  ".react-router",
  "test-results",
]);

/** Service files, the number of copies of each, and the build times in milliseconds. */
type SourceSet = { files: string[]; copies: number; times: number[] };

/**
 * Measures the whole build with all service files and with a tenth of them, in a copy of the
 * sources. Builds of the same sources differ by more than a few pages cost, so the target is
 * checked with ten times our number of files.
 */
export async function measureBuild(workspace: Workspace): Promise<Report> {
  const copy = join(workspace.folder, "sources");
  for (const name of readdirSync(ROOT))
    if (!EXCLUDED.has(name)) cpSync(join(ROOT, name), join(copy, name), { recursive: true });
  symlinkSync(join(ROOT, "node_modules"), join(copy, "node_modules"));
  const originals = join(workspace.folder, "services");
  cpSync(join(copy, SERVICES), originals, { recursive: true });
  const names = readdirSync(originals).sort();
  const all: SourceSet = { files: names, copies: 1, times: [] };
  const tenth: SourceSet = {
    files: names.filter((_, index) => index % COPIES === 0),
    copies: 1,
    times: [],
  };
  const tenfold: SourceSet = { files: names, copies: COPIES, times: [] };
  const buildWith = async ({ files, copies }: SourceSet) => {
    rmSync(join(copy, SERVICES), { recursive: true });
    for (const file of files) {
      for (let number = 0; number < copies; number++)
        cpSync(
          join(originals, file),
          join(copy, SERVICES, number === 0 ? file : file.replace(/(?=\.)/, `-${number}`)),
        );
    }
    return timeBuild(workspace, copy);
  };
  // Warm-up: reads the sources and packages for the first time.
  await buildWith(all);
  for (let round = 0; round < ROUNDS; round++) {
    // Alternately, in reverse order each other time, so that a slow minute does not affect only one
    // of them.
    const order = [all, tenth, tenfold];
    for (const edition of round % 2 ? order.reverse() : order)
      edition.times.push(await buildWith(edition));
  }
  rmSync(copy, { recursive: true });
  return buildReport({ all, tenth, tenfold });
}

async function timeBuild(workspace: Workspace, copy: string): Promise<number> {
  const started = performance.now();
  const child = workspace.spawn([process.execPath, "scripts/build.ts"], {
    cwd: copy,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream?.on("data", (part: Buffer) => {
      output += part;
    });
  const [code] = await once(child, "close");
  if (code !== 0) throw new Error(`The build of the copy failed.\n${output}`);
  return performance.now() - started;
}

function buildReport({
  all,
  tenth,
  tenfold,
}: Record<"all" | "tenth" | "tenfold", SourceSet>): Report {
  const show = ({ times }: SourceSet) =>
    `${(median(times) / 1_000).toFixed(2)} s  (builds: ${times.map((ms) => (ms / 1_000).toFixed(2)).join("; ")})`;
  const ours = calculatePerPage(all, tenth);
  const checked = calculatePerPage(tenfold, tenth);
  const text = ({ ms, noise }: { ms: number; noise: number }) =>
    `${ms.toFixed(2)} ms a page  (noise: ± ${noise.toFixed(2)} ms)`;
  return {
    notes:
      ours.noise > AIM_MS_A_PAGE
        ? [
            `builds of the same sources differ by more than ${countFiles(all) - countFiles(tenth)} pages may cost: only the last line can be checked`,
          ]
        : [],
    lines: [
      { what: `all ${countFiles(all)} service files`, value: show(all) },
      { what: `${countFiles(tenth)} of them`, value: show(tenth) },
      { what: `${countFiles(tenfold)}, ten times all`, value: show(tenfold) },
      { what: "all against a tenth", value: text(ours) },
      {
        what: "ten times all against a tenth",
        value: text(checked),
        target: `≤ ${AIM_MS_A_PAGE} ms`,
        met: checked.ms <= AIM_MS_A_PAGE,
      },
    ],
  };
}

const countFiles = ({ files, copies }: SourceSet) => files.length * copies;

/**
 * Build time per page. The noise is half the difference between the fastest and the slowest build
 * of the same sources.
 */
function calculatePerPage(more: SourceSet, fewer: SourceSet): { ms: number; noise: number } {
  const pages = countFiles(more) - countFiles(fewer);
  const spread = Math.max(
    ...[more, fewer].map(({ times }) => (Math.max(...times) - Math.min(...times)) / 2),
  );
  return { ms: (median(more.times) - median(fewer.times)) / pages, noise: spread / pages };
}
