import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import { startEmbeddedPostgres } from "#server/embedded-postgres.ts";
import { insertQuiz } from "#tests/quizzes.ts";
import { readCpuSeconds } from "./process-metrics.ts";
import type { Line, Report } from "./report.ts";
import { getDataDir, startSite, waitUntilIdle } from "./site.ts";
import type { Workspace } from "./workspace.ts";

/** Longer than the pause after which dropped pages are rendered again. */
const EVERY_MS = 2_000;
const CASES = [
  { what: "100 edits of an unpublished quiz", edits: 100, isActive: false },
  { what: "20 edits of a published quiz", edits: 20, isActive: true },
];

/**
 * Measures the processor time that saves of quizzes cost the process that serves pages: what is
 * rendered and compressed again.
 */
export async function measureEdits(workspace: Workspace): Promise<Report> {
  const { url } = await startEmbeddedPostgres({ dataDir: getDataDir(workspace), explicit: true });
  const client = new pg.Client({ connectionString: url });
  const site = await startSite(workspace);
  await client.connect();
  const lines: Line[] = [];
  for (const { what, edits, isActive } of CASES) {
    const quiz = await insertQuiz(client, {
      slug: `bench-${isActive ? "public" : "draft"}`,
      isActive,
    });
    const idleShare = await waitUntilIdle(site);
    const started = performance.now();
    const before = readCpuSeconds(site.pid);
    for (let edit = 0; edit < edits; edit++) {
      await client.query(
        "update quizzes set title = $2, version = version + 1, updated_at = now() where id = $1",
        [quiz.id, `Edited ${edit} times`],
      );
      await wait(EVERY_MS);
    }
    await waitUntilIdle(site);
    const seconds = (performance.now() - started) / 1_000;
    const used = readCpuSeconds(site.pid) - before;
    lines.push({
      what,
      value: `${Math.max(0, used - idleShare * seconds).toFixed(1)} s of processor  (${used.toFixed(1)} s in ${seconds.toFixed(0)} s, without edits ${(idleShare * seconds).toFixed(1)} s)`,
    });
  }
  await client.end();
  await site.stop();
  return { notes: [`an edit each ${EVERY_MS / 1_000} s`], lines };
}
