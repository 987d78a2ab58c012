import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import {
  deleteContent,
  listDeleted,
  restoreContent,
} from "#app/features/content-editor/content-states.server.ts";
import { getDraft, saveDraft } from "#app/features/content-editor/drafts.server.ts";
import { moveEntry } from "#app/features/content-editor/move-entry.ts";
import { runQuizDraftCall, runQuizListForm } from "#app/features/quizzes/editor/actions.server.ts";
import { createQuiz } from "#app/features/quizzes/editor/create-quiz.server.ts";
import {
  addOption,
  createEmptyQuiz,
  createQuestion,
  moveOption,
  type QuizValues,
  removeOption,
} from "#app/features/quizzes/editor/editor-schema.ts";
import { QUIZ_CONTENT } from "#app/features/quizzes/editor/find-publish-blocker.server.ts";
import { getQuizForEditor, listQuizzes } from "#app/features/quizzes/editor/queries.server.ts";
import { updateQuiz } from "#app/features/quizzes/editor/update-quiz.server.ts";
import {
  hashAnswers,
  parseHash,
  splitAnswerPairs,
} from "#app/features/quizzes/engine/hash-answers.ts";
import { DAY_MS } from "#app/lib/durations.ts";
import { createRandom } from "#app/lib/seeded-random.ts";
import { openTestDatabase, queryRows } from "../factories.ts";

let context: Awaited<ReturnType<typeof openTestDatabase>>;
const actorId = randomUUID();
const NOW = new Date("2026-05-04T10:00:00Z");
beforeAll(async () => {
  context = await openTestDatabase(inject("templateUrl"));
  await context.owner.$client.query(
    "insert into staff_users (id, name, email, email_verified, created_at, updated_at) values ($1, 'T', 't@example.com', true, now(), now())",
    [actorId],
  );
});
afterAll(() => context.close());

const actionContext = () => ({ db: context.db, actor: actorId, httpRequestId: "r", now: NOW });
const buildQuestion = (id: string, options: string[]) => ({
  id,
  questionText: `Question ${id}?`,
  options,
  optionIds: options.map((text) => `${id}${text}`),
  correctAnswerIndex: 0,
  explanation: "",
  ghlField: `question_${id}`,
});
const buildValues = (changes: Partial<QuizValues> = {}): QuizValues => ({
  ...createEmptyQuiz(),
  title: "Leak",
  slug: `leak-${randomUUID().slice(0, 8)}`,
  description: "Where it drips",
  questions: [buildQuestion("1", ["a", "b", "c"]), buildQuestion("2", ["x", "y"])],
  ...changes,
});

async function makeQuiz(changes: Partial<QuizValues> = {}) {
  const result = await createQuiz(actionContext(), { values: buildValues(changes) });
  if (!result.ok) throw new Error(result.reason);
  return { id: result.saved.id, values: result.values };
}
const update = (
  id: string,
  values: QuizValues,
  options: { baseVersion?: number; isConfirmed?: boolean } = {},
) =>
  updateQuiz(actionContext(), {
    quizId: id,
    values,
    baseVersion: 1,
    isConfirmed: true,
    ...options,
  });
const loadQuiz = async (id: string) => {
  const [row] = await queryRows<{ slug: string }>(
    context.db,
    "select slug from quizzes where id = $1",
    [id],
  );
  const quiz = await getQuizForEditor(context.db, { slug: row?.slug ?? "", userId: actorId });
  if (!quiz) throw new Error("gone");
  return quiz;
};

async function addDiagnosis(
  quizId: string,
  hash: string,
  status = "approved",
  diagnosis = hash,
): Promise<string> {
  const id = randomUUID();
  await context.db.$client.query(
    `insert into quiz_diagnoses (id, quiz_id, status, answer_combination_hash, diagnosis_data, approved_at, created_at)
     values ($1, $2, $3, $4, jsonb_build_object('diagnosis', $5::text), case when $3 = 'approved' then now() end, now())`,
    [id, quizId, status, hash, diagnosis],
  );
  return id;
}
/** Publishes a quiz as the switch in the list does. */
const switchOn = (id: string) =>
  runQuizListForm(actionContext(), {
    form: createForm({ intent: "set-active", id, isActive: "true" }),
    isSuperadmin: false,
  });
function createForm(fields: Record<string, string>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return form;
}
const getRowsById = async (quizId: string) =>
  new Map(
    (
      await queryRows<{ id: string; hash: string; status: string }>(
        context.db,
        "select id, answer_combination_hash as hash, status from quiz_diagnoses where quiz_id = $1",
        [quizId],
      )
    ).map((row) => [row.id, row]),
  );
const addRule = (quizId: string, pattern: string, status: string) =>
  context.db.$client.query(
    "insert into quiz_safety_rules (id, quiz_id, position, name, pattern, urgency, instruction, status, created_at) values ($1, $2, 0, 'Gas', $3, 'high', 'Leave the house', $4, now())",
    [randomUUID(), quizId, pattern, status],
  );

describe("saving", () => {
  test("a new quiz is normalized and stored as version 1; its draft is deleted, others are kept", async () => {
    for (const key of ["new-quiz", "other"])
      await saveDraft(actionContext(), { key, data: {}, baseVersion: 0 });
    const slug = `Roof Leak ${randomUUID().slice(0, 6)} -`;
    const result = await createQuiz(actionContext(), {
      values: buildValues({ title: " Roof ", slug }),
      draftKey: "new-quiz",
    });
    expect(result).toMatchObject({
      ok: true,
      created: true,
      values: { title: "Roof", slug: slug.toLowerCase().replaceAll(" ", "-").replace(/-+$/, "") },
    });
    expect(await getDraft(context.db, { userId: actorId, key: "new-quiz" })).toBeNull();
    expect(await getDraft(context.db, { userId: actorId, key: "other" })).not.toBeNull();
  });

  test("an empty CRM field name is replaced by a unique one", async () => {
    const { values } = await makeQuiz({
      questions: [
        { ...buildQuestion("1", ["a", "b"]), ghlField: " " },
        { ...buildQuestion("2", ["a", "b"]), ghlField: "question_1" },
      ],
    });
    expect(values.questions.map(({ ghlField }) => ghlField)).toEqual(["question_2", "question_1"]);
  });

  test("reports what is missing and saves nothing", async () => {
    const { id, values } = await makeQuiz();
    expect(await update(id, { ...values, title: " " })).toEqual({
      ok: false,
      reason: "invalid",
      message: "Please fill in all quiz details",
    });
    expect(await loadQuiz(id)).toMatchObject({ version: 1, values: { title: "Leak" } });
    expect(await update(randomUUID(), values)).toEqual({ ok: false, reason: "not-found" });
  });

  test("a slug of another quiz is refused when creating and when updating", async () => {
    const { values } = await makeQuiz();
    const message = "A quiz with this URL slug already exists. Please choose a different slug.";
    expect(
      await createQuiz(actionContext(), { values: buildValues({ slug: values.slug }) }),
    ).toEqual({
      ok: false,
      reason: "slug",
      message,
    });
    const otherQuiz = await makeQuiz();
    expect(await update(otherQuiz.id, { ...otherQuiz.values, slug: values.slug })).toEqual({
      ok: false,
      reason: "slug",
      message,
    });
  });

  test("previous slugs find the quiz in the editor and count its requests; a slug used again is no longer a previous one", async () => {
    const { id, values } = await makeQuiz();
    const renamed = `${values.slug}-new`;
    await update(id, { ...values, slug: renamed });
    expect(
      await getQuizForEditor(context.db, { slug: values.slug, userId: actorId }),
    ).toMatchObject({
      id,
      version: 2,
      values: { slug: renamed },
    });
    await update(id, values, { baseVersion: 2 });
    expect(
      await queryRows(context.db, "select slug, previous_slugs from quizzes where id = $1", [id]),
    ).toEqual([{ slug: values.slug, previous_slugs: [renamed] }]);
  });

  test("the first save of a generated quiz counts as its creation", async () => {
    const { id, values } = await makeQuiz();
    await context.db.$client.query(
      "insert into generation_jobs (id, kind, content_id, input, generator, state, stage, created_at) values ($1, 'quiz', $2, '{}', 'built-in', 'done', '', now())",
      [randomUUID(), id],
    );
    expect(await update(id, values)).toMatchObject({ ok: true, created: true });
    expect(await update(id, values, { baseVersion: 2 })).toMatchObject({
      ok: true,
      created: false,
    });
  });

  test("a quiz is not published while a safety rule that visitors can meet is not approved", async () => {
    const { id, values } = await makeQuiz();
    await addRule(id, "1:0", "pending_review");
    expect(await update(id, { ...values, isActive: true })).toMatchObject({
      ok: false,
      reason: "unsafe",
      message: expect.stringContaining("safety rule"),
    });
    expect(await loadQuiz(id)).toMatchObject({ version: 1, values: { isActive: false } });
    expect(await switchOn(id)).toMatchObject({
      ok: false,
      message: expect.stringContaining("safety rule"),
    });
    await context.db.$client.query(
      "update quiz_safety_rules set status = 'approved' where quiz_id = $1",
      [id],
    );
    expect(await update(id, { ...values, isActive: true })).toMatchObject({ ok: true });
  });

  test("a public quiz can be saved while generated rules are pending, but not published again", async () => {
    const { id, values } = await makeQuiz({ isActive: true });
    await addRule(id, "1:0", "pending_review");
    expect(await update(id, { ...values, title: "Other words" })).toMatchObject({
      ok: true,
      values: { isActive: true, title: "Other words" },
    });
    expect(await update(id, { ...values, isActive: false }, { baseVersion: 2 })).toMatchObject({
      ok: true,
    });
    expect(await update(id, values, { baseVersion: 3 })).toMatchObject({
      ok: false,
      reason: "unsafe",
    });
  });
});

describe("two people", () => {
  test("different fields: both are kept, and the second person gets the first one's changes", async () => {
    const { id, values } = await makeQuiz();
    await update(id, { ...values, title: "Theirs" });
    expect(await update(id, { ...values, description: "Mine" })).toMatchObject({
      ok: true,
      saved: { version: 3 },
      values: { title: "Theirs", description: "Mine" },
    });
  });

  test("the same field: nothing is saved until one value is chosen", async () => {
    const { id, values } = await makeQuiz();
    await update(id, { ...values, title: "Theirs" });
    const result = await update(id, { ...values, title: "Mine", description: "Mine" });
    expect(result).toMatchObject({
      reason: "conflict",
      version: 2,
      conflicts: [{ path: ["title"], theirs: "Theirs", mine: "Mine" }],
      theirs: { title: "Theirs" },
    });
    expect(await loadQuiz(id)).toMatchObject({
      version: 2,
      values: { title: "Theirs", description: "Where it drips" },
    });
    expect(
      await update(id, { ...values, title: "Mine", description: "Mine" }, { baseVersion: 2 }),
    ).toMatchObject({ ok: true, saved: { version: 3 } });
  });

  test("publishing from the list is kept while somebody edits", async () => {
    const { id, values } = await makeQuiz();
    await switchOn(id);
    expect(await update(id, { ...values, title: "Mine" })).toMatchObject({
      ok: true,
      values: { isActive: true, title: "Mine" },
    });
  });

  test("simultaneous saves: one after the other, and none is lost", async () => {
    const { id, values } = await makeQuiz();
    const results = await Promise.all([
      update(id, { ...values, title: "One" }),
      update(id, { ...values, description: "Two" }),
      update(id, { ...values, serviceType: "HVAC" }),
    ]);
    expect(results.map(({ ok }) => ok)).toEqual([true, true, true]);
    expect(await loadQuiz(id)).toMatchObject({
      version: 4,
      values: { title: "One", description: "Two", serviceType: "HVAC" },
    });
  });
});

describe("stored diagnoses follow their answers", () => {
  test("nothing changes before it is confirmed; then rows move, and those of a removed answer are kept in the version", async () => {
    const { id, values } = await makeQuiz();
    const keptId = await addDiagnosis(id, "1:2,2:0");
    await addDiagnosis(id, "1:0,2:0");
    await addRule(id, "1:0", "approved");
    const [firstQuestion, secondQuestion] = values.questions;
    if (!firstQuestion || !secondQuestion) throw new Error("no questions");
    const changed = { ...values, questions: [removeOption(firstQuestion, 0), secondQuestion] };
    expect(await update(id, changed, { isConfirmed: false })).toEqual({
      ok: false,
      reason: "affected",
      affected: { moved: 1, removed: 1, review: 0, rules: 1 },
    });
    expect((await getRowsById(id)).get(keptId)?.hash).toBe("1:2,2:0");
    await update(id, changed);
    expect(await getRowsById(id)).toEqual(
      new Map([[keptId, { id: keptId, hash: "1:1,2:0", status: "approved" }]]),
    );
    const [version] = await queryRows<{
      removed: { rows: { hash: string }[]; rules: { pattern: string }[] };
    }>(
      context.db,
      "select snapshot->'removed' as removed from content_versions where content_id = $1 and version = 2",
      [id],
    );
    expect(version?.removed).toMatchObject({
      rows: [{ hash: "1:0,2:0" }],
      rules: [{ pattern: "1:0" }],
    });
  });

  test("a restored answer or question gets its entries back: texts and rules as pending, and its weights", async () => {
    const { id, values } = await makeQuiz();
    const outcomeId = randomUUID();
    await context.db.$client.query(
      "insert into quiz_outcomes (id, quiz_id, status, position, weights, diagnosis_data, created_at) values ($1, $2, 'approved', 0, $3, '{}', now())",
      [...[outcomeId, id, JSON.stringify({ "1:0": 2, "1:2": -1, "2:1": 3 })]],
    );
    await addDiagnosis(id, "1:0,2:0", "approved", "Text");
    await addDiagnosis(id, "1:0", "rejected");
    await addRule(id, "1:0", "approved");
    await addRule(id, "1:2,2:1", "approved");
    const loadEntries = async () => ({
      rows: [...(await getRowsById(id)).values()].map(({ hash, status }) => `${hash} ${status}`),
      rules: (
        await queryRows<{ said: string }>(
          context.db,
          "select pattern || ' ' || status as said from quiz_safety_rules where quiz_id = $1 order by 1",
          [id],
        )
      ).map(({ said }) => said),
      weights: (
        await queryRows<{ weights: object }>(
          context.db,
          "select weights from quiz_outcomes where id = $1",
          [outcomeId],
        )
      )[0]?.weights,
    });
    const [firstQuestion, secondQuestion] = values.questions;
    if (!firstQuestion || !secondQuestion) throw new Error("no questions");
    await update(id, { ...values, questions: [removeOption(firstQuestion, 0), secondQuestion] });
    expect(await loadEntries()).toEqual({
      rows: [],
      rules: ["1:1,2:1 approved"],
      weights: { "1:1": -1, "2:1": 3 },
    });
    // Publishing and unpublishing copies the version, which must not restore entries twice.
    await switchOn(id);
    await context.db.$client.query("update quizzes set is_active = false where id = $1", [id]);
    expect(
      await update(
        id,
        { ...values, questions: [moveOption(firstQuestion, 0, 1), secondQuestion] },
        { baseVersion: 3 },
      ),
    ).toMatchObject({ ok: true });
    expect(await loadEntries()).toEqual({
      rows: ["1:1,2:0 pending_review"],
      rules: ["1:1 pending_review", "1:2,2:1 approved"],
      weights: { "1:1": 2, "1:2": -1, "2:1": 3 },
    });
    await update(
      id,
      { ...values, questions: [moveOption(firstQuestion, 0, 1)] },
      { baseVersion: 4 },
    );
    expect(await loadEntries()).toMatchObject({
      rules: ["1:1 pending_review"],
      weights: { "1:1": 2, "1:2": -1 },
    });
    await update(
      id,
      { ...values, questions: [moveOption(firstQuestion, 0, 1), secondQuestion] },
      { baseVersion: 5 },
    );
    expect(await loadEntries()).toMatchObject({
      rules: ["1:1 pending_review", "1:2,2:1 pending_review"],
      weights: { "1:1": 2, "1:2": -1, "2:1": 3 },
    });
  });

  test("a public quiz cannot restore a dangerous answer before its rule is approved", async () => {
    const { id, values } = await makeQuiz({ isActive: true });
    await addRule(id, "1:0", "approved");
    const [firstQuestion, secondQuestion] = values.questions;
    if (!firstQuestion || !secondQuestion) throw new Error("no questions");
    await update(id, { ...values, questions: [removeOption(firstQuestion, 0), secondQuestion] });
    expect(await update(id, values, { baseVersion: 2 })).toMatchObject({
      ok: false,
      reason: "unsafe",
      message: expect.stringMatching(/not approved yet \(Gas\)\. .*without publishing/),
    });
    expect(await update(id, { ...values, isActive: false }, { baseVersion: 2 })).toMatchObject({
      ok: true,
    });
    await context.db.$client.query(
      "update quiz_safety_rules set status = 'approved' where quiz_id = $1",
      [id],
    );
    expect(await update(id, values, { baseVersion: 3 })).toMatchObject({ ok: true });
  });

  test("rows that become one: equal texts stay approved once, different texts return to review", async () => {
    const { id, values } = await makeQuiz();
    for (const [hash, diagnosis] of [
      ["1:0,2:0", "same"],
      ["1:0,2:1", "same"],
      ["1:1,2:0", "this"],
      ["1:1,2:1", "that"],
    ] as const)
      await addDiagnosis(id, hash, "approved", diagnosis);
    await update(id, { ...values, questions: values.questions.slice(0, 1) });
    const rows = [...(await getRowsById(id)).values()]
      .map(({ hash, status }) => `${hash} ${status}`)
      .sort();
    expect(rows).toEqual([
      "1:0 approved",
      "1:0 rejected",
      "1:1 pending_review",
      "1:1 pending_review",
    ]);
  });

  test("a partial row that loses an answer returns to review; one that already meant the rest is unchanged", async () => {
    const { id, values } = await makeQuiz({
      questions: ["1", "2", "3"].map((questionId) => buildQuestion(questionId, ["a", "b", "c"])),
    });
    const [unchangedId, widenedId, sameTextId, narrowId, pendingId] = [
      await addDiagnosis(id, "3:1"),
      await addDiagnosis(id, "1:0,3:1"),
      await addDiagnosis(id, "1:0,3:2", "approved", "same"),
      await addDiagnosis(id, "2:0,3:2", "approved", "same"),
      await addDiagnosis(id, "1:1,3:0", "pending_review"),
    ];
    const changed = { ...values, questions: values.questions.slice(1) };
    expect(await update(id, changed, { isConfirmed: false })).toEqual({
      ok: false,
      reason: "affected",
      affected: { moved: 1, removed: 0, review: 2, rules: 0 },
    });
    await update(id, changed);
    const rows = await getRowsById(id);
    expect(
      [unchangedId, widenedId, sameTextId, narrowId, pendingId].map(
        (row) => `${rows.get(row)?.hash} ${rows.get(row)?.status}`,
      ),
    ).toEqual([
      ...[
        "3:1 approved",
        "3:1 pending_review",
        "3:2 pending_review",
        "2:0,3:2 approved",
        "3:0 pending_review",
      ],
    ]);
  });

  test("a quiz stored without option ids loses nothing when it is first edited", async () => {
    const { id, values } = await makeQuiz();
    const withoutIds = values.questions.map(({ optionIds, ...rest }) => rest);
    await context.db.$client.query("update quizzes set questions = $2 where id = $1", [
      id,
      JSON.stringify(withoutIds),
    ]);
    const rowId = await addDiagnosis(id, "1:2,2:1");
    const { values: storedValues } = await loadQuiz(id);
    const [firstQuestion, secondQuestion] = storedValues.questions;
    if (!firstQuestion || !secondQuestion) throw new Error("no questions");
    expect(
      await update(id, { ...storedValues, title: "Other words" }, { isConfirmed: false }),
    ).toMatchObject({
      ok: true,
    });
    await update(
      id,
      { ...storedValues, questions: [removeOption(firstQuestion, 0), secondQuestion] },
      { baseVersion: 2 },
    );
    expect((await getRowsById(id)).get(rowId)?.hash).toBe("1:1,2:1");
  });

  test("after any removal, insertion, move or rewording, a row means the same answers or is removed", async () => {
    for (let seed = 1; seed <= 40; seed++) await editAtRandom(seed);
  }, 60_000);
});

type Meaning = Map<string, string>;
/** The answers of a hash by the hidden ids of their options, which stay the same when moved. */
const getMeaning = (hash: string, { questions }: QuizValues): Meaning =>
  new Map(
    (parseHash(hash) ?? []).map(({ questionId, selectedOptionIndex }) => [
      questionId,
      questions.find(({ id }) => id === questionId)?.optionIds?.[selectedOptionIndex] ?? "?",
    ]),
  );

async function editAtRandom(seed: number) {
  const random = createRandom(seed);
  const pick = (count: number) => Math.floor(random() * count);
  const { id, values: initial } = await makeQuiz({
    questions: Array.from({ length: 2 + pick(3) }, (_, index) =>
      buildQuestion(String(index + 1), [..."abcd"].slice(0, 2 + pick(3))),
    ),
  });
  const expected = new Map<string, Meaning>();
  const approved = new Set<string>();
  for (let count = 0; count < 12; count++) {
    const answered = initial.questions.filter(() => random() < 0.7);
    const hash = hashAnswers(
      answered.map(({ id: questionId, options }) => ({
        questionId,
        selectedOptionIndex: pick(options.length),
      })),
    );
    // A hash has at most one approved row, but any number of pending ones.
    const status = random() < 0.5 && !approved.has(hash) ? "approved" : "pending_review";
    if (status === "approved") approved.add(hash);
    if (hash) expected.set(await addDiagnosis(id, hash, status), getMeaning(hash, initial));
  }
  let values = initial;
  for (let version = 1; version <= 4; version++) {
    const previousValues = values;
    const rowsBefore = await getRowsById(id);
    for (let edits = 1 + pick(4); edits > 0; edits--)
      values = editOnce(values, previousValues, { random, pick });
    const result = await update(id, values, { baseVersion: version });
    if (!result.ok) throw new Error(`${seed}: ${JSON.stringify(result)}`);
    values = result.values;
    for (const [row, meaning] of expected) {
      const remaining = new Map(
        [...meaning].filter(([questionId]) =>
          values.questions.some((entry) => entry.id === questionId),
        ),
      );
      const isLost = [...remaining].some(
        ([questionId, optionId]) =>
          !values.questions.find((entry) => entry.id === questionId)?.optionIds?.includes(optionId),
      );
      if (isLost || remaining.size === 0) expected.delete(row);
      else expected.set(row, remaining);
    }
    const rows = await getRowsById(id);
    expect([...rows.keys()].sort(), `seed ${seed}, version ${version}`).toEqual(
      [...expected.keys()].sort(),
    );
    for (const [row, { hash }] of rows) {
      expect(getMeaning(hash, values), `seed ${seed}, version ${version}`).toEqual(
        expected.get(row),
      );
      expect(hashAnswers(parseHash(hash) ?? [])).toBe(hash);
    }
    const isPublic = (row: string) => rows.get(row)?.status === "approved";
    const wasPublic = [...rowsBefore.values()].filter(
      (row) => row.status === "approved" && rows.has(row.id),
    );
    // Every public row was public before, and a partial one needs as many answers as before.
    for (const row of rows.keys())
      if (isPublic(row)) expect(wasPublic.map((row) => row.id)).toContain(row);
    for (const { id: row, hash } of wasPublic) {
      const pairCount = splitAnswerPairs(hash).length;
      if (isPublic(row) && pairCount < previousValues.questions.length)
        expect(
          splitAnswerPairs(rows.get(row)?.hash ?? "").length,
          `seed ${seed}, version ${version}`,
        ).toBe(pairCount);
    }
    expect(result.affected.review).toBe(
      wasPublic.filter((row) => rows.get(row.id)?.status === "pending_review").length,
    );
  }
}

function editOnce(
  values: QuizValues,
  previousValues: QuizValues,
  { random, pick }: { random: () => number; pick: (count: number) => number },
): QuizValues {
  const index = pick(values.questions.length);
  const offset = random() < 0.5 ? -1 : 1;
  const changeQuestion = (
    edit: (entry: QuizValues["questions"][number]) => QuizValues["questions"][number],
  ) => ({
    ...values,
    questions: values.questions.map((entry, position) =>
      position === index ? edit(entry) : entry,
    ),
  });
  const fillIn = (entry: QuizValues["questions"][number]) => ({
    ...entry,
    questionText: "New?",
    options: entry.options.map((text, position) => text || `new ${position}`),
  });
  switch (pick(6)) {
    case 0:
      return changeQuestion((entry) => removeOption(entry, pick(entry.options.length)));
    case 1:
      return changeQuestion((entry) => fillIn(addOption(entry)));
    case 2:
      return changeQuestion((entry) => moveOption(entry, pick(entry.options.length), offset));
    case 3:
      return values.questions.length > 1
        ? { ...values, questions: values.questions.filter((_, position) => position !== index) }
        : values;
    case 4:
      return {
        ...values,
        questions: [
          ...values.questions,
          fillIn(createQuestion(values.questions, previousValues.questions)),
        ],
      };
    default: {
      const reworded = changeQuestion((entry) => ({
        ...entry,
        options: entry.options.map((text) => `${text}!`),
      }));
      return { ...reworded, questions: moveEntry(reworded.questions, index, offset) };
    }
  }
}

describe("requests from the editor", () => {
  const getDraftTitle = async (key: string) =>
    (await getDraft(context.db, { userId: actorId, key }))?.data.title;
  test("drafts are saved and deleted, by intent or by method; invalid drafts are refused", async () => {
    const { id, values } = await makeQuiz();
    const postDraft = (body: unknown, isDiscarded = false) =>
      runQuizDraftCall(actionContext(), { isDiscarded, body });
    const draft = { key: id, baseVersion: 1, values: { ...values, title: "" } };
    expect(await postDraft(draft)).toEqual({ ok: true, savedAt: NOW.getTime() });
    expect(await getDraftTitle(id)).toBe("");
    expect(await postDraft({ intent: "discard", key: id })).toEqual({ ok: true });
    expect(await getDraftTitle(id)).toBeUndefined();
    await postDraft(draft);
    expect(await postDraft({ key: id }, true)).toEqual({ ok: true });
    expect(await getDraftTitle(id)).toBeUndefined();
    for (const body of [
      null,
      "x",
      { key: "../x", baseVersion: 1, values },
      { key: id, baseVersion: -1, values },
      { key: id, baseVersion: 1, values: {} },
    ])
      expect(await postDraft(body)).toEqual({ ok: false });
  });

  test("characters that cannot be stored are removed from drafts", async () => {
    const { id, values } = await makeQuiz();
    const [firstQuestion, ...rest] = values.questions;
    const questions = [
      { ...firstQuestion, questionText: "What\0 is it?", options: ["\ud83d", "b"] },
      ...rest,
    ];
    const body = {
      key: id,
      baseVersion: 1,
      values: { ...values, title: "Typed\0\ud83d", questions },
    };
    expect(await runQuizDraftCall(actionContext(), { isDiscarded: false, body })).toMatchObject({
      ok: true,
    });
    expect((await getDraft(context.db, { userId: actorId, key: id }))?.data).toMatchObject({
      title: "Typed\ufffd",
      questions: [
        { questionText: "What is it?", options: ["\ufffd", "b"] },
        ...rest.map(({ id: questionId }) => ({ id: questionId })),
      ],
    });
  });

  test("a draft that a save made obsolete is not offered again", async () => {
    const { id, values } = await makeQuiz();
    await runQuizDraftCall(actionContext(), {
      isDiscarded: false,
      body: { key: id, baseVersion: 1, values },
    });
    await update(id, { ...values, title: "Saved" });
    expect(await getDraftTitle(id)).toBeUndefined();
  });

  test("only a superadmin can restore; an invalid request changes nothing", async () => {
    const { id } = await makeQuiz();
    const postListForm = (fields: Record<string, string>, isSuperadmin = false) =>
      runQuizListForm(actionContext(), { form: createForm(fields), isSuperadmin });
    expect(await postListForm({ intent: "delete", id })).toEqual({ ok: true });
    expect(await postListForm({ intent: "restore", id })).toMatchObject({ ok: false });
    expect(await postListForm({ intent: "set-active", id, isActive: "true" })).toMatchObject({
      ok: false,
    });
    expect(await postListForm({ intent: "restore", id }, true)).toEqual({ ok: true });
    expect(await postListForm({ intent: "set-active", id, isActive: "yes" })).toEqual({
      ok: false,
    });
    expect(await postListForm({ intent: "none" })).toEqual({ ok: false });
    expect(await postListForm({ intent: "set-active", id, isActive: "true" })).toEqual({
      ok: true,
    });
  });
});

describe("the list", () => {
  test("filters by text and status; deleted quizzes can be restored, inactive, for thirty days", async () => {
    const marker = randomUUID().slice(0, 8);
    const { id } = await makeQuiz({ title: `100%_${marker}`, isActive: true });
    await makeQuiz({ title: `Other ${marker}` });
    const listTitles = async (q: string, status: "all" | "active" | "inactive" = "all") =>
      (await listQuizzes(context.db, { q, status })).map(({ title }) => title);
    expect(await listTitles(marker)).toEqual(
      expect.arrayContaining([`100%_${marker}`, `Other ${marker}`]),
    );
    expect(await listTitles(marker, "active")).toEqual([`100%_${marker}`]);
    expect(await listTitles(`100%_${marker}`)).toEqual([`100%_${marker}`]);
    expect(await listTitles(`1_0%_${marker}`)).toEqual([]);
    expect(await deleteContent(actionContext(), { ...QUIZ_CONTENT, id })).toEqual({ ok: true });
    expect(await deleteContent(actionContext(), { ...QUIZ_CONTENT, id })).toEqual({
      ok: false,
      reason: "not-found",
    });
    expect(await listTitles(marker)).toEqual([`Other ${marker}`]);
    expect((await listDeleted(context.db, QUIZ_CONTENT, NOW)).map((quiz) => quiz.id)).toContain(id);
    const afterDeadline = new Date(NOW.getTime() + 31 * DAY_MS);
    expect(
      await restoreContent({ ...actionContext(), now: afterDeadline }, { ...QUIZ_CONTENT, id }),
    ).toEqual({
      ok: false,
      reason: "not-found",
    });
    expect(await restoreContent(actionContext(), { ...QUIZ_CONTENT, id })).toEqual({ ok: true });
    expect(await listTitles(marker, "inactive")).toEqual(
      expect.arrayContaining([`100%_${marker}`]),
    );
  });

  test("a deleted quiz whose slug is used by another one cannot be restored", async () => {
    const { id, values } = await makeQuiz();
    await deleteContent(actionContext(), { ...QUIZ_CONTENT, id });
    await makeQuiz({ slug: values.slug });
    expect(await restoreContent(actionContext(), { ...QUIZ_CONTENT, id })).toEqual({
      ok: false,
      reason: "slug",
    });
  });
});
