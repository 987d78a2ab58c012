import { randomUUID } from "node:crypto";
import { monitorEventLoopDelay } from "node:perf_hooks";
import type pg from "pg";
import { createDatabase, type Database } from "#app/db/client.server.ts";
import { migrateDatabase } from "#app/db/migrate.server.ts";
import { DEFAULT_MARGIN, DEFAULT_POSTERIOR } from "#app/features/quizzes/constants.ts";
import { diagnose } from "#app/features/quizzes/engine/diagnose.ts";
import { buildGenericDiagnosis } from "#app/features/quizzes/engine/generic-diagnosis.ts";
import { formatAnswerPair, hashAnswers } from "#app/features/quizzes/engine/hash-answers.ts";
import { findDiagnosis } from "#app/features/quizzes/player/find-diagnosis.server.ts";
import type { Answer, DiagnosisData } from "#app/features/quizzes/schema.ts";
import { runCheck } from "#app/features/quizzes/validation/check-quiz.server.ts";
import {
  type CheckInput,
  calculateCoverage,
} from "#app/features/quizzes/validation/check-report.ts";
import { createRandom } from "#app/lib/seeded-random.ts";
import { startEmbeddedPostgres } from "#server/embedded-postgres.ts";
import type { Line, Report } from "./report.ts";
import { getDataDir } from "./site.ts";
import type { Workspace } from "./workspace.ts";

const QUESTIONS = 10;
const OPTIONS = 4;
const DIAGNOSES = 200_000;
const QUIZZES = 200;
const PARTIAL_ROWS = 40;
const OUTCOMES = 12;
const RULES = 6;
const CALLS = 2_000;
const WARM_CALLS = 200;
const LOOKUP_AIM_MS = 5;
const CHECK_TARGET_MS = 1_000;
const BLOCK_TARGET_MS = 100;
const CHECKS = 5;

const thresholds = { posterior: DEFAULT_POSTERIOR, margin: DEFAULT_MARGIN };
const questions = Array.from({ length: QUESTIONS }, (_, at) => ({
  id: String(at + 1),
  questionText: `Question ${at + 1}`,
  options: Array.from({ length: OPTIONS }, (_, option) => `Option ${option + 1}`),
  ghlField: `question_${at + 1}`,
}));
const random = createRandom(7);
const pick = (below: number) => Math.floor(random() * below);
const pickAnswers = (): Answer[] =>
  questions.map(({ id }) => ({ questionId: id, selectedOptionIndex: pick(OPTIONS) }));
const pickSomeAnswers = (pairs: number) =>
  pickAnswers()
    .sort((a, b) => ((Number(a.questionId) * 7) % 11) - ((Number(b.questionId) * 7) % 11))
    .slice(0, pairs);
const buildDiagnosisData = (title: string): DiagnosisData => ({
  ...buildGenericDiagnosis("Plumbing"),
  diagnosis: title,
  causes: ["One thing that can be the matter", "Another one"],
  customMessage: "A sentence or two that say what this means. ".repeat(4),
});

/**
 * Measures lookups among 200,000 diagnoses, and the check of a quiz with a million combinations.
 */
export async function measureQuizzes(workspace: Workspace): Promise<Report> {
  const { url } = await startEmbeddedPostgres({ dataDir: getDataDir(workspace), explicit: true });
  await migrateDatabase(url);
  const db = createDatabase({ url, max: 2, onError: () => {} });
  const pool = db.$client;
  const lines: Line[] = [];
  const many = await Promise.all(Array.from({ length: QUIZZES }, () => insertQuiz(pool)));
  for (const id of many) await insertDiagnoses(pool, id, DIAGNOSES / QUIZZES);
  await pool.query("vacuum (analyze) quiz_diagnoses");
  lines.push(
    await measureLookups(db, {
      what: `lookup, ${DIAGNOSES.toLocaleString("en-US")} diagnoses in ${QUIZZES} quizzes`,
      quizzes: many,
    }),
  );
  await pool.query("delete from quiz_diagnoses");
  const one = await insertQuiz(pool);
  await insertDiagnoses(pool, one, DIAGNOSES);
  await pool.query("vacuum (analyze) quiz_diagnoses");
  lines.push(
    await measureLookups(db, {
      what: `lookup, ${DIAGNOSES.toLocaleString("en-US")} diagnoses in one quiz`,
      quizzes: [one],
    }),
  );
  await pool.end();
  lines.push(...(await measureCheck()));
  return {
    notes: [
      `quizzes of ${QUESTIONS} questions with ${OPTIONS} options; ${CALLS.toLocaleString("en-US")} lookups one at a time: statement, checking of what is stored, and the diagnosis`,
    ],
    lines,
  };
}

async function insertQuiz(pool: pg.Pool): Promise<string> {
  const id = randomUUID();
  await pool.query(
    "insert into quizzes (id, title, slug, description, service_type, questions, is_active, created_at, updated_at) values ($1, $2, $3, 'd', 'Plumbing', $4, true, now(), now())",
    [
      id,
      `Quiz ${id}`,
      `quiz-${id}`,
      JSON.stringify(
        questions.map((question) => ({ ...question, correctAnswerIndex: 0, explanation: "" })),
      ),
    ],
  );
  for (let at = 0; at < OUTCOMES; at++) {
    const weights = Object.fromEntries(
      questions.flatMap((question) =>
        question.options.map((_, option) => [
          formatAnswerPair(question.id, option),
          random() * 4 - 2,
        ]),
      ),
    );
    await pool.query(
      "insert into quiz_outcomes (id, quiz_id, position, bias, weights, diagnosis_data, status, approved_at, created_at) values ($1, $2, $3, 0, $4, $5, 'approved', now(), now())",
      [
        randomUUID(),
        id,
        at,
        JSON.stringify(weights),
        JSON.stringify(buildDiagnosisData(`Outcome ${at}`)),
      ],
    );
  }
  return id;
}

async function insertDiagnoses(pool: pg.Pool, quizId: string, count: number): Promise<void> {
  const hashes = new Set<string>();
  while (hashes.size < PARTIAL_ROWS) hashes.add(hashAnswers(pickSomeAnswers(2 + pick(3))));
  while (hashes.size < count) hashes.add(hashAnswers(pickAnswers()));
  await pool.query(
    `insert into quiz_diagnoses (id, quiz_id, answer_combination_hash, diagnosis_data, status, approved_at, created_at)
     select gen_random_uuid(), $1, hash, $3, 'approved', now(), now() from unnest($2::text[]) as h (hash)`,
    [quizId, [...hashes], JSON.stringify(buildDiagnosisData("A diagnosis"))],
  );
}

async function measureLookups(
  db: Database,
  { what, quizzes }: { what: string; quizzes: string[] },
): Promise<Line> {
  const { rows: stored } = await db.$client.query<{ id: string; hash: string }>(
    "select quiz_id as id, answer_combination_hash as hash from quiz_diagnoses where answer_pair_count = $1 order by random() limit 5000",
    [QUESTIONS],
  );
  const times: number[] = [];
  const layers: Record<string, number> = {};
  for (let call = 0; call < WARM_CALLS + CALLS; call++) {
    // Half of the visitors give answers that match an exact row.
    const row = call % 2 ? stored[pick(stored.length)] : undefined;
    const answers = row
      ? row.hash.split(",").map((pair) => ({
          questionId: pair.split(":")[0] ?? "",
          selectedOptionIndex: Number(pair.split(":")[1]),
        }))
      : pickAnswers();
    const quiz = {
      id: row?.id ?? quizzes[pick(quizzes.length)] ?? "",
      questions,
      thresholds,
      serviceType: "Plumbing",
    };
    const started = performance.now();
    const found = await findDiagnosis(db, { quiz, answers });
    if (!found.ok) throw new Error("the stored diagnoses could not be read");
    const { layer } = diagnose(answers, found.model);
    if (call < WARM_CALLS) continue;
    times.push(performance.now() - started);
    layers[layer] = (layers[layer] ?? 0) + 1;
  }
  times.sort((a, b) => a - b);
  const at = (share: number) => times[Math.ceil(times.length * share) - 1] ?? Number.NaN;
  const answered = Object.entries(layers).map(([layer, count]) => `${layer} ${count}`);
  return {
    what,
    value: `p99 ${at(0.99).toFixed(2)} ms  (median ${at(0.5).toFixed(2)}; ${answered.join(", ")})`,
    target: `p99 ≤ ${LOOKUP_AIM_MS} ms`,
    met: at(0.99) <= LOOKUP_AIM_MS,
  };
}

async function measureCheck(): Promise<Line[]> {
  const input: CheckInput = {
    questions,
    rows: Array.from({ length: PARTIAL_ROWS }, (_, at) => ({
      id: String(at),
      hash: hashAnswers(pickSomeAnswers(2)),
      priority: at,
      approvedAt: new Date(),
      isTrusted: true,
      isKept: false,
      data: buildDiagnosisData(`Row ${at % OUTCOMES}`),
    })),
    outcomes: Array.from({ length: OUTCOMES }, (_, at) => ({
      id: String(at),
      bias: 0,
      weights: Object.fromEntries(
        questions.flatMap((question) =>
          question.options.map((_, option) => [
            formatAnswerPair(question.id, option),
            random() * 4 - 2,
          ]),
        ),
      ),
      data: buildDiagnosisData(`Outcome ${at}`),
    })),
    rules: Array.from({ length: RULES }, (_, at) => ({
      id: String(at),
      name: `Rule ${at}`,
      pattern: hashAnswers(pickSomeAnswers(2)),
      urgency: "high" as const,
      instruction: "Leave",
      ...{ headline: "Possible gas leak", call911: true, alsoCall: "", causes: ["A leak"] },
      isApproved: true,
    })),
    thresholds,
  };
  const lag = monitorEventLoopDelay({ resolution: 5 });
  lag.enable();
  let slowest = 0;
  let covered = 0;
  let combinations = 0;
  for (let run = 0; run < CHECKS; run++) {
    const started = performance.now();
    const report = await runCheck(input);
    slowest = Math.max(slowest, performance.now() - started);
    covered = calculateCoverage(report);
    combinations = report.checked;
  }
  lag.disable();
  const block = lag.max / 1e6;
  return [
    {
      what: `check of ${combinations.toLocaleString("en-US")} combinations`,
      value: `${slowest.toFixed(0)} ms, slowest of ${CHECKS}  (${(covered * 100).toFixed(1)} % answered)`,
      target: `≤ ${CHECK_TARGET_MS} ms`,
      met: slowest <= CHECK_TARGET_MS,
    },
    {
      what: "longest block of the event loop meanwhile",
      value: `${block.toFixed(0)} ms`,
      target: `≤ ${BLOCK_TARGET_MS} ms`,
      met: block <= BLOCK_TARGET_MS,
    },
  ];
}
