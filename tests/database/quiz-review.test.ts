import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from "vitest";
import { KEEP_ROW } from "#app/features/quizzes/constants.ts";
import { runQuizListForm } from "#app/features/quizzes/editor/actions.server.ts";
import { getQuizForEditor } from "#app/features/quizzes/editor/queries.server.ts";
import {
  countReview,
  type ReviewKind,
  type ReviewRef,
} from "#app/features/quizzes/editor/schema.ts";
import { hashAnswers } from "#app/features/quizzes/engine/hash-answers.ts";
import { runModelForm } from "#app/features/quizzes/outcomes/actions.server.ts";
import { runReviewForm } from "#app/features/quizzes/review/actions.server.ts";
import {
  addDiagnosisForAnswers,
  approveItems,
  editItems,
  rejectItems,
} from "#app/features/quizzes/review/mutations.server.ts";
import { listReview, listUnmatchedAnswers } from "#app/features/quizzes/review/queries.server.ts";
import { diagnosisDataSchema, type Question } from "#app/features/quizzes/schema.ts";
import { readCheckInput, runCheck } from "#app/features/quizzes/validation/check-quiz.server.ts";
import { openTestDatabase, queryRows } from "../factories.ts";

const NOW = new Date("2026-05-04T16:00:00Z");
const ACTOR = randomUUID();
let context: Awaited<ReturnType<typeof openTestDatabase>>;
let quizId: string;
let slug: string;
beforeAll(async () => {
  context = await openTestDatabase(inject("templateUrl"));
});
afterAll(() => context.close());
beforeEach(async () => {
  quizId = randomUUID();
  slug = `quiz-${quizId.slice(0, 8)}`;
  await context.db.$client.query(
    "insert into quizzes (id, title, slug, description, service_type, questions, created_at, updated_at) values ($1, 'A quiz', $2, 'About it', 'Plumbing', $3, now(), now())",
    [quizId, slug, JSON.stringify(QUESTIONS)],
  );
});

const QUESTIONS: Question[] = ["1", "2"].map((id) => ({
  id,
  questionText: `Question ${id}?`,
  options: ["a", "b", "c"],
  correctAnswerIndex: 0,
  explanation: "",
  ghlField: "",
}));
const buildData = (diagnosis: string) => diagnosisDataSchema.parse({ diagnosis });
const actionContext = () => ({ db: context.db, actor: ACTOR, httpRequestId: "r1", now: NOW });

async function addDiagnosis(
  hash: string,
  { status = "pending_review", diagnosis = "Leak", secondsAgo = 0 } = {},
): Promise<ReviewRef & { kind: "diagnosis" }> {
  const id = randomUUID();
  await context.db.$client.query(
    `insert into quiz_diagnoses (id, quiz_id, status, answer_combination_hash, diagnosis_data, approved_at, created_at)
     values ($1, $2, $3, $4, $5, case when $3 = 'approved' then $6::timestamptz end, $6::timestamptz - make_interval(secs => $7))`,
    [id, quizId, status, hash, JSON.stringify(buildData(diagnosis)), NOW, secondsAgo],
  );
  return { kind: "diagnosis", id };
}
async function addOutcome(
  diagnosis: string,
  weights: Record<string, number> = {},
  status = "pending_review",
): Promise<ReviewRef> {
  const id = randomUUID();
  await context.db.$client.query(
    "insert into quiz_outcomes (id, quiz_id, status, position, weights, diagnosis_data, created_at) values ($1, $2, $3, 0, $4, $5, $6)",
    [id, quizId, status, JSON.stringify(weights), JSON.stringify(buildData(diagnosis)), NOW],
  );
  return { kind: "outcome", id };
}
async function addRule(pattern: string, status = "pending_review"): Promise<ReviewRef> {
  const id = randomUUID();
  await context.db.$client.query(
    "insert into quiz_safety_rules (id, quiz_id, status, position, name, pattern, urgency, instruction, created_at) values ($1, $2, $3, 0, 'Gas smell', $4, 'high', 'Leave', $5)",
    [id, quizId, status, pattern, NOW],
  );
  return { kind: "rule", id };
}
/** Posts a form as the review panel does. */
function postReview(fields: Record<string, string>) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return runReviewForm(actionContext(), { slug, form });
}
const approveAll = (items: readonly ReviewRef[]) =>
  postReview({
    intent: "approve-all",
    items: JSON.stringify(items.map(({ kind, id }) => ({ kind, id }))),
  });
const pendingItems = async () =>
  (await listReview(context.db, quizId)).filter(({ status }) => status === "pending_review");
const randomRef = (): ReviewRef => ({ kind: "diagnosis", id: randomUUID() });
async function getStatus({ id }: ReviewRef) {
  return (await listReview(context.db, quizId)).find((item) => item.id === id)?.status;
}

describe("approving", () => {
  test("a newer diagnosis for the same answers rejects the older one, in one transaction", async () => {
    const older = await addDiagnosis("1:0,2:0", { status: "approved" });
    const unrelated = await addDiagnosis("1:0", { status: "approved" });
    const newer = await addDiagnosis("1:0,2:0");
    expect(await approveItems(actionContext(), { quizId, items: [newer] })).toEqual({
      ok: true,
      changed: 1,
    });
    expect([await getStatus(older), await getStatus(newer), await getStatus(unrelated)]).toEqual([
      "rejected",
      "approved",
      "approved",
    ]);
  });

  test("two for the same answers leaves only the newer one approved", async () => {
    const older = await addDiagnosis("1:0,2:0", { secondsAgo: 60 });
    const newer = await addDiagnosis("1:0,2:0");
    expect(await approveItems(actionContext(), { quizId, items: [older, newer] })).toEqual({
      ok: true,
      changed: 1,
    });
    expect([await getStatus(older), await getStatus(newer)]).toEqual(["rejected", "approved"]);
  });

  test("by many people at once leaves one approved per combination", async () => {
    const items = await Promise.all(
      Array.from({ length: 8 }, (_, index) => addDiagnosis("1:1,2:1", { secondsAgo: index })),
    );
    const results = await Promise.all(
      items.map((item) => approveItems(actionContext(), { quizId, items: [item] })),
    );
    expect(results.every(({ ok }) => ok)).toBe(true);
    expect(countReview(await listReview(context.db, quizId))).toEqual({
      approved: 1,
      pending: 0,
      rejected: 7,
    });
  });

  test("while somebody else rejects it never leaves the answers without the older diagnosis", async () => {
    for (let round = 0; round < 10; round++) {
      const hash = `1:${round % 3},2:${Math.floor(round / 3) % 3}`;
      await context.db.$client.query("delete from quiz_diagnoses where quiz_id = $1", [quizId]);
      const older = await addDiagnosis(hash, { status: "approved" });
      const newer = await addDiagnosis(hash);
      const [approved, rejected] = await Promise.all([
        approveItems(actionContext(), { quizId, items: [newer] }),
        rejectItems(actionContext(), { quizId, items: [newer] }),
      ]);
      expect([approved.ok, rejected.ok].filter(Boolean)).toHaveLength(1);
      expect([await getStatus(older), await getStatus(newer)]).toEqual(
        approved.ok ? ["rejected", "approved"] : ["approved", "rejected"],
      );
    }
  });

  test("everything includes outcomes and safety rules, as do the counts", async () => {
    for (const hash of ["1:0,2:0", "1:0,2:1", "1:0,2:2"]) await addDiagnosis(hash);
    await addDiagnosis("1:1,2:0", { status: "rejected" });
    await addOutcome("Pump");
    await addRule("1:0");
    expect(countReview(await listReview(context.db, quizId))).toEqual({
      approved: 0,
      pending: 5,
      rejected: 1,
    });
    expect((await getQuizForEditor(context.db, { slug, userId: ACTOR }))?.counts).toEqual({
      approved: 0,
      pending: 5,
      rejected: 1,
    });
    expect(await approveAll(await pendingItems())).toEqual({
      ok: true,
      intent: "approve-all",
      changed: 5,
    });
    expect(countReview(await listReview(context.db, quizId))).toEqual({
      approved: 5,
      pending: 0,
      rejected: 1,
    });
    expect(await approveAll([randomRef()])).toEqual({
      ok: false,
      intent: "approve-all",
      reason: "not-pending",
    });
    const [audit] = await queryRows<{ changes: unknown }>(
      context.db,
      "select changes from audit_log where entity_id = $1 and action = 'review-approve'",
      [quizId],
    );
    expect(audit?.changes).toEqual({ items: 5 });
  });

  test("everything leaves entries that were added after the list was loaded", async () => {
    await addDiagnosis("1:0,2:0");
    await addOutcome("Pump");
    const listed = await pendingItems();
    const addedLater = [
      await addDiagnosis("1:0,2:1"),
      await addOutcome("Valve"),
      await addRule("1:0"),
    ];
    expect(await approveAll(listed)).toMatchObject({ ok: true, changed: 2 });
    expect(await Promise.all(addedLater.map(getStatus))).toEqual([
      "pending_review",
      "pending_review",
      "pending_review",
    ]);
    expect(await postReview({ intent: "approve-all" })).toMatchObject({
      ok: false,
      reason: "fields",
    });
    expect(await Promise.all(addedLater.map(getStatus))).toEqual([
      "pending_review",
      "pending_review",
      "pending_review",
    ]);
  });

  test("entries that are not pending, or belong to another quiz, changes nothing", async () => {
    const rejected = await addDiagnosis("1:0,2:0", { status: "rejected" });
    const pending = await addDiagnosis("1:0,2:1");
    expect(await approveItems(actionContext(), { quizId, items: [rejected] })).toEqual({
      ok: false,
      reason: "not-pending",
    });
    expect(await rejectItems(actionContext(), { quizId: randomUUID(), items: [pending] })).toEqual({
      ok: false,
      reason: "not-pending",
    });
    expect(await getStatus(pending)).toBe("pending_review");
  });
});

describe("editing", () => {
  test("changes the texts of all chosen items, which stay pending", async () => {
    const items = [
      await addDiagnosis("1:0,2:0"),
      await addDiagnosis("1:0,2:1"),
      await addOutcome("Pump"),
    ];
    const approved = await addDiagnosis("1:0,2:2", { status: "approved", diagnosis: "Kept" });
    expect(
      await editItems(actionContext(), {
        quizId,
        items: [...items, approved],
        data: buildData("New words"),
      }),
    ).toEqual({ ok: true, changed: 3 });
    const list = await listReview(context.db, quizId);
    expect(
      list.filter(({ data }) => data.diagnosis === "New words").map(({ status }) => status),
    ).toEqual(["pending_review", "pending_review", "pending_review"]);
    expect(await getStatus(approved)).toBe("approved");
  });

  test("changes a rule's name, urgency and instruction; a danger without one is refused", async () => {
    const rule = await addRule("1:0");
    const postEdit = (fields: Record<string, string>) =>
      postReview({ intent: "edit", items: JSON.stringify([rule]), ...fields });
    expect(await postEdit({ diagnosis: "Gas", urgency: "high", nextSteps: " " })).toMatchObject({
      ok: false,
      reason: "fields",
      errors: { nextSteps: expect.any(String) },
    });
    expect(
      await postEdit({ diagnosis: "Gas", urgency: "medium", nextSteps: "Open the windows" }),
    ).toMatchObject({ ok: true, changed: 1 });
    expect(
      await queryRows(
        context.db,
        "select name, urgency, instruction, status from quiz_safety_rules where id = $1",
        [rule.id],
      ),
    ).toEqual([
      { name: "Gas", urgency: "medium", instruction: "Open the windows", status: "pending_review" },
    ]);
    for (const items of ["nonsense", "[]", '[{"kind":"quiz","id":"x"}]'])
      expect(await postEdit({ items })).toMatchObject({ ok: false, reason: "fields" });
  });
});

describe("combinations without their own diagnosis", () => {
  const hash = hashAnswers([
    { questionId: "1", selectedOptionIndex: 2 },
    { questionId: "2", selectedOptionIndex: 0 },
  ]);
  beforeEach(async () => {
    await context.db.$client.query(
      "insert into quiz_unmatched_answers (quiz_id, hash, visit_count, last_at) values ($1, $2, 40, $3), ($1, '1:0,2:0', 7, $3), ($1, '1:0,2:1', 90, $3)",
      [quizId, hash, NOW],
    );
    await addDiagnosis("1:0,2:1");
  });

  test("are listed by visits, and adding one creates a pending diagnosis from the most likely outcome", async () => {
    await addOutcome("Pump", { "1:2": 3 }, "approved");
    await addOutcome("Valve", { "1:0": 3 }, "approved");
    expect(
      (await listUnmatchedAnswers(context.db, { quizId })).map(({ visitCount }) => visitCount),
    ).toEqual([40, 7]);
    const result = await addDiagnosisForAnswers(actionContext(), { quizId, hash });
    const [item] = (await listReview(context.db, quizId)).filter(
      ({ kind, visits }) => (kind as ReviewKind) === "diagnosis" && visits === 40,
    );
    expect(item).toMatchObject({
      id: result.ok && result.id,
      status: "pending_review",
      generator: "staff",
      hash,
      data: { diagnosis: "Pump" },
    });
    expect(
      (await listUnmatchedAnswers(context.db, { quizId })).map(({ visitCount }) => visitCount),
    ).toEqual([7]);
  });

  test("get one pending diagnosis even if two people add it at once", async () => {
    const results = await Promise.all(
      [1, 2, 3].map(() => addDiagnosisForAnswers(actionContext(), { quizId, hash })),
    );
    expect(new Set(results.map((result) => result.ok && result.id)).size).toBe(1);
    expect(await addDiagnosisForAnswers(actionContext(), { quizId, hash: "1:1,2:1" })).toEqual({
      ok: false,
      reason: "not-found",
    });
  });
});

describe("publishing a quiz", () => {
  const activate = () => {
    const form = new FormData();
    for (const [name, value] of Object.entries({
      intent: "set-active",
      id: quizId,
      isActive: "true",
    }))
      form.set(name, value);
    return runQuizListForm(actionContext(), { form, isSuperadmin: false });
  };
  const readIsActive = async () =>
    (
      await queryRows<{ is_active: boolean }>(
        context.db,
        "select is_active from quizzes where id = $1",
        [quizId],
      )
    )[0]?.is_active;

  test("is refused while a safety rule is not approved, and works once it is", async () => {
    const rule = await addRule("1:0,2:2");
    expect(await activate()).toMatchObject({
      ok: false,
      message: expect.stringContaining("Gas smell"),
    });
    expect(await readIsActive()).toBe(false);
    await approveItems(actionContext(), { quizId, items: [rule] });
    expect(await activate()).toEqual({ ok: true });
    expect(await readIsActive()).toBe(true);
  });

  test("is refused while a diagnosis contradicts the outcomes, until staff give a reason to keep it", async () => {
    for (const [name, weight] of [
      ["Pump", 4],
      ["Valve", 0],
      ["Seal", 0],
    ] as const)
      await addOutcome(name, { "1:0": weight }, "approved");
    const { id } = await addDiagnosis("1:0,2:0", { status: "approved", diagnosis: "Valve" });
    expect(await activate()).toMatchObject({
      ok: false,
      message: expect.stringMatching(/contradicts the outcomes \("Valve"\)/),
    });
    const keep = async (fields: Record<string, string>) => {
      const form = new FormData();
      for (const [name, value] of Object.entries({ intent: KEEP_ROW, id, ...fields }))
        form.set(name, value);
      return runModelForm(
        { ...actionContext(), log: { error: () => {} } as never },
        { slug, form },
      );
    };
    expect(await keep({ reason: "  " })).toMatchObject({ ok: false, reason: "reason-missing" });
    expect(await keep({ id: randomUUID(), reason: "Seen on site" })).toMatchObject({
      ok: false,
      reason: "not-found",
    });
    expect(await keep({ reason: "Seen on site twice" })).toMatchObject({
      ok: true,
      checked: { publishBlocker: null, report: { contradictingRows: [] } },
    });
    expect(await activate()).toEqual({ ok: true });
    expect(
      await queryRows(
        context.owner,
        "select changes from audit_log where entity_id = $1 and action = 'review-keep'",
        [quizId],
      ),
    ).toEqual([{ changes: { id, reason: "Seen on site twice" } }]);
  });

  test("works without rules, and with rejected ones", async () => {
    expect(await activate()).toEqual({ ok: true });
    const rule = await addRule("1:0");
    await rejectItems(actionContext(), { quizId, items: [rule] });
    expect(await activate()).toEqual({ ok: true });
  });

  test("checks the stored quiz without blocking the event loop", async () => {
    await addDiagnosis("1:0,2:0", { status: "approved" });
    await addDiagnosis("2:1", { status: "approved" });
    await addDiagnosis("2:2");
    const input = await readCheckInput(context.db, quizId);
    expect(input && (await runCheck(input))).toMatchObject({
      combinations: 9,
      checked: 9,
      layers: { exact: 1, partial: 3, model: 0, generic: 5 },
    });
    expect(await readCheckInput(context.db, randomUUID())).toBeNull();
  });
});
