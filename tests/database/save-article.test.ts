import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import {
  runArticleCall,
  runArticleDraftCall,
  runArticleListForm,
} from "#app/features/advertorials/actions.server.ts";
import type { ArticleValues } from "#app/features/advertorials/article-schema.ts";
import { articleKind, createEmptyArticle } from "#app/features/advertorials/edit-article.ts";
import { loadArticleEditor, loadArticleList } from "#app/features/advertorials/loaders.server.ts";
import {
  ARTICLE_CONTENT,
  createArticle,
  updateArticle,
} from "#app/features/advertorials/save-article.server.ts";
import {
  getArticleForEditor,
  listArticles,
} from "#app/features/advertorials/staff-queries.server.ts";
import {
  deleteContent,
  listDeleted,
  restoreContent,
} from "#app/features/content-editor/content-states.server.ts";
import { getDraft, saveDraft } from "#app/features/content-editor/drafts.server.ts";
import { DAY_MS } from "#app/lib/durations.ts";
import { buildArticleContent, buildSection } from "../articles.ts";
import { openTestDatabase, queryRows, siteSettings } from "../factories.ts";

let context: Awaited<ReturnType<typeof openTestDatabase>>;
const actorId = randomUUID();
let now = new Date("2026-05-04T10:00:00Z");
const TAKEN = "A page with this URL slug already exists. Please choose a different slug.";
beforeAll(async () => {
  context = await openTestDatabase(inject("templateUrl"));
  await context.owner.$client.query(
    "insert into staff_users (id, name, email, email_verified, created_at, updated_at) values ($1, 'T', 't@example.com', true, now(), now())",
    [actorId],
  );
});
afterAll(() => context.close());

const action = () => ({ db: context.db, actor: actorId, httpRequestId: "r", now });
const services = () => ({
  db: context.db,
  now: () => now,
  settings: { get: async () => siteSettings, drop: () => {} },
});
const articleValues = (changes: Partial<ArticleValues> = {}): ArticleValues => ({
  title: "Tap",
  slug: `tap-${randomUUID().slice(0, 8)}`,
  isActive: false,
  content: buildArticleContent(),
  ...changes,
});
async function makeArticle(changes: Partial<ArticleValues> = {}) {
  const result = await createArticle(action(), { values: articleValues(changes) });
  if (!result.ok) throw new Error(result.reason);
  return { id: result.saved.id, values: result.values };
}
const update = (id: string, values: ArticleValues, baseVersion = 1) =>
  updateArticle(action(), { articleId: id, values, baseVersion });
async function stored(id: string) {
  const [row] = await queryRows<{ slug: string }>(
    context.db,
    "select slug from advertorial_content where id = $1",
    [id],
  );
  const article = await getArticleForEditor(context.db, { slug: row?.slug ?? "", userId: actorId });
  if (!article || article === "unreadable") throw new Error("gone");
  return article;
}
const snapshots = (id: string) =>
  queryRows<{ version: number; snapshot: ArticleValues; saved_by: string }>(
    context.db,
    "select version, snapshot, saved_by from content_versions where content_id = $1 order by version",
    [id],
  );
const audits = async (id: string) =>
  (
    await queryRows<{ action: string }>(
      context.db,
      "select action from audit_log where entity_id = $1 order by id",
      [id],
    )
  ).map(({ action }) => action);
const withHero = (values: ArticleValues, title: string): ArticleValues => ({
  ...values,
  content: { ...values.content, hero: { ...values.content.hero, title } },
});
const withSections = (
  values: ArticleValues,
  sections: ArticleValues["content"]["sections"],
): ArticleValues => ({ ...values, content: { ...values.content, sections } });
const formOf = (fields: Record<string, string>) => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return form;
};
const post = (fields: Record<string, string>, isSuperadmin = false) =>
  runArticleListForm(action(), { form: formOf(fields), isSuperadmin });

describe("saving", () => {
  test("a new article is normalized, stored as version 1 and audited; its draft is deleted, others are kept", async () => {
    for (const key of ["new-advertorial", "new-quiz"])
      await saveDraft(action(), { key, data: {}, baseVersion: 0 });
    const mark = randomUUID().slice(0, 6);
    const content = buildArticleContent({
      meta: { title: " SEO ", description: " Says ", keywords: [" tap ", "", " "] },
      hero: { title: " Hero ", subtitle: " ", imageUrl: " /art/a.svg " },
      sections: [
        buildSection("paragraph", "  Words \n"),
        buildSection("list", [" a ", "", " "]),
        buildSection("list", ["", " "]),
        buildSection("image", "", {
          imageUrl: " /art/a.svg ",
          imageAlt: " A ",
          imageCaption: " C ",
        }),
      ],
      cta: { title: " Call ", subtitle: " ", phone: " (404) 555-0123 " },
    });
    const result = await createArticle(action(), {
      values: { title: " Tap ", slug: `-Tap  & ${mark} -`, isActive: true, content },
    });
    expect(result).toMatchObject({
      ok: true,
      created: true,
      saved: { slug: `tap-${mark}`, version: 1 },
      values: {
        title: "Tap",
        content: {
          meta: { title: "SEO", description: "Says", keywords: ["tap"] },
          hero: { title: "Hero", subtitle: "", imageUrl: "/art/a.svg" },
          sections: [
            { content: "Words" },
            { content: ["a"] },
            { content: [""] },
            { imageUrl: "/art/a.svg", imageAlt: "A", imageCaption: "C" },
          ],
          cta: { title: "Call", subtitle: "", phone: "(404) 555-0123" },
        },
      },
    });
    if (!result.ok) return;
    const { id } = result.saved;
    expect(await stored(id)).toMatchObject({ version: 1, values: result.values });
    expect(await snapshots(id)).toEqual([
      { version: 1, snapshot: result.values, saved_by: actorId },
    ]);
    expect(await audits(id)).toEqual(["create"]);
    expect(await getDraft(context.db, { userId: actorId, key: "new-advertorial" })).toBeNull();
    expect(await getDraft(context.db, { userId: actorId, key: "new-quiz" })).not.toBeNull();
  });

  test("reports what is missing and saves nothing", async () => {
    const { id, values } = await makeArticle();
    const refused: [Partial<ArticleValues>, string][] = [
      [{ title: " " }, "Please fill in title and slug"],
      [{ slug: " -?" }, "Please fill in title and slug"],
      [
        {
          content: {
            ...buildArticleContent(),
            hero: { title: "", subtitle: "", imageUrl: "" },
            sections: [],
            cta: { title: "", subtitle: "", phone: "" },
          },
        },
        "No content to save",
      ],
    ];
    for (const [changes, message] of refused) {
      const refusal = { ok: false, reason: "invalid", message };
      expect(await update(id, { ...values, ...changes })).toEqual(refusal);
      expect(await createArticle(action(), { values: articleValues(changes) })).toEqual(refusal);
    }
    expect(await stored(id)).toMatchObject({ version: 1, values });
    expect(await update(randomUUID(), values)).toEqual({ ok: false, reason: "not-found" });
  });

  test("a slug belongs to one article, and never to a built-in one", async () => {
    const { values } = await makeArticle();
    const other = await makeArticle();
    for (const slug of [
      values.slug,
      values.slug.toUpperCase(),
      "henry-helpline",
      "Clogged Toilets",
    ]) {
      const refusal = { ok: false, reason: "slug", message: TAKEN };
      expect(await createArticle(action(), { values: articleValues({ slug }) })).toEqual(refusal);
      expect(await update(other.id, { ...other.values, slug })).toEqual(refusal);
    }
    expect(await stored(other.id)).toMatchObject({ version: 1, values: other.values });
  });

  test("of two simultaneous saves with the same slug, one succeeds", async () => {
    const values = articleValues();
    const results = await Promise.all([1, 2, 3].map(() => createArticle(action(), { values })));
    expect(results.filter(({ ok }) => ok)).toHaveLength(1);
    expect(results.filter(({ ok }) => !ok)).toEqual(
      [1, 2].map(() => ({ ok: false, reason: "slug", message: TAKEN })),
    );
  });

  test("retrying a first save whose response was lost keeps one article, with later changes", async () => {
    const id = randomUUID();
    const values = articleValues();
    const again = (changes: Partial<ArticleValues>, baseVersion = 0) =>
      createArticle(action(), { id, values: { ...values, ...changes }, baseVersion });
    const tries = await Promise.all([again({}), again({}), again({})]);
    for (const result of tries)
      expect(result).toEqual({
        ok: true,
        created: true,
        saved: { id, slug: values.slug, version: 1 },
        values,
      });
    await saveDraft(action(), { key: "new-advertorial", data: values, baseVersion: 0 });
    expect(await again({ title: "Typed since" })).toMatchObject({
      ok: true,
      created: true,
      saved: { id, version: 2 },
      values: { title: "Typed since" },
    });
    expect(await getDraft(context.db, { userId: actorId, key: "new-advertorial" })).toBeNull();
    expect((await snapshots(id)).map(({ version }) => version)).toEqual([1, 2]);
    const conflict = await again({ title: "Typed at last" });
    expect(conflict).toMatchObject({
      ok: false,
      reason: "conflict",
      version: 2,
      theirs: { title: "Typed since" },
    });
    expect(await again({ title: "Decided" }, 2)).toMatchObject({
      ok: true,
      created: true,
      saved: { version: 3 },
      values: { title: "Decided" },
    });
    expect(await audits(id)).toEqual(["create", "save", "save"]);
  });

  test("the id of another person's article, or of a deleted one, creates none", async () => {
    const { id, values } = await makeArticle();
    expect(
      await createArticle({ ...action(), actor: randomUUID() }, { id, values: articleValues() }),
    ).toEqual({ ok: false, reason: "not-found" });
    expect(await stored(id)).toMatchObject({ version: 1, values });
    await deleteContent(action(), { ...ARTICLE_CONTENT, id });
    expect(await createArticle(action(), { id, values })).toEqual({
      ok: false,
      reason: "not-found",
    });
  });

  test("previous slugs redirect until another article uses them; a slug used again is no longer a previous one", async () => {
    const { id, values } = await makeArticle();
    const [first, second, third] = [values.slug, `${values.slug}-b`, `${values.slug}-c`];
    await update(id, { ...values, slug: second }, 1);
    await update(id, { ...values, slug: third }, 2);
    const previous = async () =>
      (
        await queryRows<{ previous_slugs: string[] }>(
          context.db,
          "select previous_slugs from advertorial_content where id = $1",
          [id],
        )
      )[0]?.previous_slugs;
    expect(await previous()).toEqual([first, second]);
    for (const slug of [first, second])
      expect(await getArticleForEditor(context.db, { slug, userId: actorId })).toMatchObject({
        id,
        version: 3,
        values: { slug: third },
      });
    await update(id, { ...values, slug: first }, 3);
    expect(await previous()).toEqual([second, third]);
    const taker = await makeArticle({ slug: second });
    expect(await getArticleForEditor(context.db, { slug: second, userId: actorId })).toMatchObject({
      id: taker.id,
    });
  });
});

describe("two people", () => {
  test("different fields and sections: both are kept, and the second person gets the first one's changes", async () => {
    const { id, values } = await makeArticle();
    const [heading, paragraph, ...rest] = values.content.sections;
    if (!heading || !paragraph) throw new Error("no sections");
    await update(id, {
      ...withSections(values, [{ ...heading, content: "Theirs" }, paragraph, ...rest]),
      title: "Theirs",
    });
    const mine = withHero(
      withSections(values, [
        heading,
        { ...paragraph, content: "Mine" },
        ...rest,
        buildSection("paragraph", "Added"),
      ]),
      "Mine",
    );
    const result = await update(id, mine);
    expect(result).toMatchObject({
      ok: true,
      created: false,
      saved: { version: 3 },
      values: { title: "Theirs", content: { hero: { title: "Mine" } } },
    });
    const { values: both } = await stored(id);
    expect(both.content.sections.map(({ content }) => content)).toEqual([
      "Theirs",
      "Mine",
      ...rest.map(({ content }) => content),
      "Added",
    ]);
    expect((await snapshots(id)).at(-1)?.snapshot).toEqual(both);
    expect(await audits(id)).toEqual(["create", "save", "save"]);
  });

  test("one moves sections while the other edits them; one empties the article while the other adds to it", async () => {
    const { id, values } = await makeArticle();
    const { sections } = values.content;
    await update(id, withSections(values, sections.toReversed()));
    const written = sections.map((section) =>
      section.type === "paragraph" ? { ...section, content: "Mine" } : section,
    );
    expect(await update(id, withSections(values, written))).toMatchObject({ ok: true });
    const { values: both, version } = await stored(id);
    expect(both.content.sections).toEqual(written.toReversed());
    await update(id, withSections(both, []), version);
    const added = buildSection("paragraph", "New");
    expect(
      await update(id, withSections(both, [...both.content.sections, added]), version),
    ).toMatchObject({ ok: true, values: { content: { sections: [added] } } });
  });

  test("the same field: nothing is saved until one value is chosen", async () => {
    const { id, values } = await makeArticle();
    const [first, ...rest] = values.content.sections;
    if (!first) throw new Error("no sections");
    const write = (words: string) =>
      withSections({ ...values, title: words }, [{ ...first, content: words }, ...rest]);
    await update(id, write("Theirs"));
    const answer = await update(id, { ...write("Mine"), slug: `${values.slug}-x` });
    expect(answer).toMatchObject({
      reason: "conflict",
      version: 2,
      theirs: { title: "Theirs" },
      merged: { title: "Mine", slug: `${values.slug}-x` },
    });
    expect(answer).toMatchObject({
      conflicts: [
        { path: ["title"], theirs: "Theirs", mine: "Mine" },
        { path: ["content", "sections", first.id, "content"], theirs: "Theirs", mine: "Mine" },
      ],
    });
    expect(await stored(id)).toMatchObject({
      version: 2,
      values: { title: "Theirs", slug: values.slug },
    });
    expect(await update(id, write("Mine"), 2)).toMatchObject({ ok: true, saved: { version: 3 } });
  });

  test("a merge with something missing is refused with a message", async () => {
    const bare = buildArticleContent({
      hero: { title: "Hero", subtitle: "", imageUrl: "" },
      sections: [],
      cta: { title: "Call", subtitle: "", phone: "" },
    });
    const { id, values } = await makeArticle({ content: bare });
    await update(id, withHero(values, ""));
    const mine = {
      ...values,
      content: { ...values.content, cta: { ...values.content.cta, title: "" } },
    };
    expect(await update(id, mine)).toEqual({
      ok: false,
      reason: "invalid",
      message: "No content to save",
    });
    expect(await stored(id)).toMatchObject({ version: 2 });
  });

  test("a merge over the limits is refused with a message, and the stored article can still be opened", async () => {
    const many = (count: number) =>
      Array.from({ length: count }, () => buildSection("paragraph", "Words"));
    const { id, values } = await makeArticle({
      content: buildArticleContent({ sections: many(78) }),
    });
    const withMore = () => withSections(values, [...values.content.sections, ...many(2)]);
    expect(await update(id, withMore())).toMatchObject({ ok: true });
    const mine = withMore();
    expect(await update(id, mine)).toEqual({
      ok: false,
      reason: "invalid",
      message:
        "Somebody else saved this advertorial meanwhile. Together you have 82 sections; 80 are the most.",
    });
    expect(await stored(id)).toMatchObject({ version: 2 });
    expect(await update(id, withSections(mine, mine.content.sections.slice(2)))).toMatchObject({
      ok: true,
      saved: { version: 3 },
    });
  });

  test("a caption that only one of them has is removed when the other version is chosen", async () => {
    const { id, values } = await makeArticle();
    const at = values.content.sections.findIndex(({ type }) => type === "image");
    const write = (changes: object) =>
      withSections(
        values,
        values.content.sections.with(at, { ...values.content.sections[at], ...changes } as never),
      );
    await update(id, write({ imageCaption: undefined }));
    const answer = await update(id, write({ imageCaption: "Mine" }));
    if (answer.ok || answer.reason !== "conflict") throw new Error("no conflict");
    const chosen = articleKind.applyChanges(
      answer.merged,
      answer.conflicts.map(({ path, theirs }) => ({ path, value: theirs })),
    );
    const call = {
      intent: "save",
      id,
      baseVersion: answer.version,
      values: JSON.parse(JSON.stringify(chosen)),
    };
    expect(await runArticleCall(action(), { body: call })).toMatchObject({
      ok: true,
      saved: { version: 3 },
    });
    expect((await stored(id)).values.content.sections[at]).not.toHaveProperty("imageCaption");
  });

  test("publishing from the list and a new slug are kept while somebody edits", async () => {
    const { id, values } = await makeArticle();
    await post({ intent: "set-active", id, isActive: "true" });
    await update(id, { ...values, isActive: true, slug: `${values.slug}-new` }, 2);
    expect(await update(id, withHero(values, "Mine"))).toMatchObject({
      ok: true,
      values: { isActive: true, slug: `${values.slug}-new`, content: { hero: { title: "Mine" } } },
    });
  });

  test("simultaneous saves: one after the other, and none is lost", async () => {
    const { id, values } = await makeArticle();
    const meta = { ...values.content.meta, keywords: ["Three"] };
    const results = await Promise.all([
      update(id, { ...values, title: "One" }),
      update(id, withHero(values, "Two")),
      update(id, { ...values, content: { ...values.content, meta } }),
    ]);
    expect(results.map(({ ok }) => ok)).toEqual([true, true, true]);
    expect(await stored(id)).toMatchObject({
      version: 4,
      values: { title: "One", content: { hero: { title: "Two" }, meta: { keywords: ["Three"] } } },
    });
    expect((await snapshots(id)).map(({ version }) => version)).toEqual([1, 2, 3, 4]);
  });

  test("an article that can no longer be read is overwritten by whoever still has it open", async () => {
    const { id, values } = await makeArticle();
    await context.db.$client.query(
      "update advertorial_content set content_data = '{}', version = 7 where id = $1",
      [id],
    );
    expect(await getArticleForEditor(context.db, { slug: values.slug, userId: actorId })).toBe(
      "unreadable",
    );
    expect(await update(id, values)).toMatchObject({ ok: true, saved: { version: 8 } });
    expect(await stored(id)).toMatchObject({ values });
  });
});

describe("requests from the editor", () => {
  const call = (body: unknown) => runArticleCall(action(), { body });
  const draft = (body: unknown, isDiscarded = false) =>
    runArticleDraftCall(action(), { isDiscarded, body });
  const draftOf = async (key: string) =>
    (await getDraft(context.db, { userId: actorId, key }))?.data.title;

  test("saves and returns earlier versions; an invalid request is a failed save", async () => {
    const values = articleValues();
    const create = { intent: "save", id: null, newId: randomUUID(), baseVersion: 0, values };
    const made = await call(create);
    expect(made).toMatchObject({
      intent: "save",
      ok: true,
      created: true,
      saved: { id: create.newId },
    });
    expect(await call(create)).toEqual(made);
    if (made.intent !== "save" || !made.ok) throw new Error("not made");
    const { id } = made.saved;
    expect(
      await call({ intent: "save", id, baseVersion: 1, values: { ...values, title: "Other" } }),
    ).toMatchObject({ ok: true, created: false });
    expect(await call({ intent: "version", id, version: 1 })).toMatchObject({
      intent: "version",
      ok: true,
      values: { title: "Tap" },
    });
    expect(await call({ intent: "version", id, version: 9 })).toMatchObject({
      intent: "version",
      ok: false,
      reason: "not-found",
    });
    expect(await call({ intent: "save", id: randomUUID(), baseVersion: 1, values })).toMatchObject({
      reason: "not-found",
      message: "This advertorial no longer exists: somebody deleted it.",
    });
    const long = {
      ...values,
      content: { ...values.content, meta: { ...values.content.meta, title: "x".repeat(61) } },
    };
    const many = withSections(
      values,
      Array.from({ length: 81 }, () => buildSection("paragraph", "x")),
    );
    const html = withSections(values, [
      { ...buildSection("paragraph", "x"), type: "html" as "paragraph" },
    ]);
    for (const body of [
      null,
      "x",
      {},
      ...[long, many, html].map((wrong) => ({ intent: "save", id, baseVersion: 2, values: wrong })),
    ])
      expect(await call(body)).toEqual({
        intent: "save",
        ok: false,
        reason: "failed",
        message: "Failed to save advertorial",
      });
    expect(await stored(id)).toMatchObject({ version: 2, values: { title: "Other" } });
  });

  test("drafts are saved and deleted, by intent or by method; invalid drafts are refused", async () => {
    const { id, values } = await makeArticle();
    const typed = { key: id, baseVersion: 1, values: { ...values, title: "" } };
    expect(await draft(typed)).toEqual({ ok: true, savedAt: now.getTime() });
    expect(await draftOf(id)).toBe("");
    expect(await draft({ intent: "discard", key: id })).toEqual({ ok: true });
    expect(await draftOf(id)).toBeUndefined();
    await draft(typed);
    expect(await draft({ key: id }, true)).toEqual({ ok: true });
    expect(await draftOf(id)).toBeUndefined();
    for (const body of [
      null,
      "x",
      { ...typed, key: "new-quiz" },
      { ...typed, baseVersion: -1 },
      { ...typed, values: {} },
    ])
      expect(await draft(body)).toEqual({ ok: false });
  });

  test("a draft that is still offered is kept next to the new one, even after a save, until it is discarded", async () => {
    const key = "new-advertorial";
    const typed = (title: string, earlierSavedAt?: number) =>
      draft({ key, baseVersion: 0, values: { ...createEmptyArticle(), title }, earlierSavedAt });
    const offered = async () =>
      (
        (await loadArticleEditor(services(), { slug: undefined, userId: actorId })) as {
          drafts: { values: ArticleValues }[];
        }
      ).drafts.map(({ values }) => values.title);
    await draft({ intent: "discard", key });
    const { savedAt: first = 0 } = await typed("Old");
    now = new Date(now.getTime() + 1_000);
    const { savedAt: second = 0 } = await typed("New", first);
    await typed("Newer", first);
    expect(await offered()).toEqual(["Newer", "Old"]);
    expect(await draft({ intent: "discard", key, savedAt: second + 1 })).toEqual({ ok: true });
    expect(await offered()).toEqual(["Newer", "Old"]);
    await draft({ intent: "discard", key });
    expect(await offered()).toEqual(["Old"]);
    await draft({ intent: "discard", key, savedAt: first });
    expect(await offered()).toEqual([]);
  });

  test("characters that cannot be stored are removed from drafts and saves", async () => {
    const bad = (text: string) => `${text}\0\ud83d`;
    const sections = [
      buildSection("paragraph", bad("Words")),
      buildSection("list", [bad("Item")]),
      buildSection("image", "", { imageUrl: "/art/a.svg", imageAlt: bad("Alt") }),
    ];
    const content = buildArticleContent({
      meta: { title: bad("SEO"), description: bad("Says"), keywords: [bad("tap")] },
      sections,
    });
    const values = articleValues({ title: bad("Tap"), content });
    expect(await draft({ key: "new-advertorial", baseVersion: 0, values })).toMatchObject({
      ok: true,
    });
    const made = await call({ intent: "save", id: null, baseVersion: 0, values });
    expect(made).toMatchObject({
      ok: true,
      values: { title: "Tap\ufffd", content: { meta: { keywords: ["tap\ufffd"] } } },
    });
    if (made.intent === "save" && made.ok)
      expect(
        (await stored(made.saved.id)).values.content.sections.map(({ content: text }) => text),
      ).toEqual(["Words\ufffd", ["Item\ufffd"], ""]);
  });

  test("only its author finds a draft; a save leaves none, and neither does a draft equal to the saved article", async () => {
    const { id, values } = await makeArticle();
    await draft({ key: id, baseVersion: 1, values: { ...values, title: "Typed" } });
    const open = async (userId: string) =>
      (await loadArticleEditor(services(), { slug: values.slug, userId })) as {
        drafts: { values: ArticleValues; baseVersion: number }[];
      };
    expect((await open(actorId)).drafts).toMatchObject([
      { baseVersion: 1, values: { title: "Typed" } },
    ]);
    expect((await open(randomUUID())).drafts).toEqual([]);
    await draft({ key: id, baseVersion: 1, values });
    expect((await open(actorId)).drafts).toEqual([]);
    await draft({ key: id, baseVersion: 1, values: { ...values, title: "Typed" } });
    await update(id, { ...values, title: "Saved" });
    expect((await open(actorId)).drafts).toEqual([]);
  });

  test("only a superadmin can restore; an invalid request changes nothing", async () => {
    const { id, values } = await makeArticle({ isActive: true });
    expect(await post({ intent: "delete", id })).toEqual({ ok: true });
    expect(await post({ intent: "delete", id })).toMatchObject({
      ok: false,
      message: "This advertorial no longer exists: somebody deleted it.",
    });
    expect(await update(id, values)).toEqual({ ok: false, reason: "not-found" });
    expect(await post({ intent: "set-active", id, isActive: "true" })).toMatchObject({ ok: false });
    expect(await post({ intent: "restore", id })).toEqual({
      ok: false,
      message: "Only a superadmin can restore an advertorial.",
    });
    expect(await post({ intent: "restore", id }, true)).toEqual({ ok: true });
    for (const fields of [
      { intent: "none" },
      { intent: "set-active", id, isActive: "yes" },
      { intent: "delete", id: "x" },
    ])
      expect(await post(fields as never)).toEqual({ ok: false });
    expect(await audits(id)).toEqual(["create", "delete", "restore"]);
  });
});

describe("deleting", () => {
  test("a restored article is inactive, even for somebody who had it open while it was active", async () => {
    const { id, values } = await makeArticle({ isActive: true });
    await deleteContent(action(), { ...ARTICLE_CONTENT, id });
    expect(
      (await listDeleted(context.db, ARTICLE_CONTENT, now)).map((article) => article.id),
    ).toContain(id);
    expect(await restoreContent(action(), { ...ARTICLE_CONTENT, id })).toEqual({ ok: true });
    expect(await update(id, { ...values, title: "Typed before" })).toMatchObject({
      ok: true,
      values: { title: "Typed before", isActive: false },
    });
    expect(
      (await snapshots(id)).map(({ version, snapshot: { isActive } }) => [version, isActive]),
    ).toEqual([
      [1, true],
      [2, false],
      [3, false],
    ]);
  });

  test("cannot be undone after thirty days, or when another article uses the slug", async () => {
    const { id, values } = await makeArticle();
    await deleteContent(action(), { ...ARTICLE_CONTENT, id });
    const late = new Date(now.getTime() + 31 * DAY_MS);
    expect(await restoreContent({ ...action(), now: late }, { ...ARTICLE_CONTENT, id })).toEqual({
      ok: false,
      reason: "not-found",
    });
    await makeArticle({ slug: values.slug });
    expect(await post({ intent: "restore", id }, true)).toEqual({
      ok: false,
      message: "Another advertorial has this URL slug now. Change its slug first.",
    });
  });
});

describe("the list", () => {
  test("filters by title or slug, literally, and by status; built-in ones are included and counted", async () => {
    const mark = randomUUID().slice(0, 8);
    await makeArticle({ title: `100%_${mark}`, isActive: true });
    await makeArticle({ title: "Other", slug: `other-${mark}` });
    const titles = async (q: string, status: "all" | "active" | "inactive" = "all") =>
      (await listArticles(context.db, { q, status })).map(({ title }) => title);
    expect(await titles(mark)).toEqual(expect.arrayContaining([`100%_${mark}`, "Other"]));
    expect(await titles(mark.toUpperCase(), "active")).toEqual([`100%_${mark}`]);
    expect(await titles(`100%_${mark}`)).toEqual([`100%_${mark}`]);
    expect(await titles(`1_0%_${mark}`)).toEqual([]);
    const load = (q: string, status: "all" | "active" | "inactive" = "all") =>
      loadArticleList(services(), { filters: { q, status }, isSuperadmin: false });
    expect((await load("CLOGGED-toi")).builtIn.map(({ slug }) => slug)).toEqual([
      "clogged-toilets",
    ]);
    expect((await load("", "inactive")).builtIn).toEqual([]);
    const { totals, builtIn, deleted } = await load(mark);
    expect(builtIn).toEqual([]);
    expect(deleted).toEqual([]);
    const [counted] = await queryRows<{ all: number; active: number }>(
      context.db,
      "select count(*)::int as all, (count(*) filter (where is_active))::int as active from advertorial_content where deleted_at is null",
    );
    expect(totals).toEqual({
      total: (counted?.all ?? 0) + 2,
      active: (counted?.active ?? 0) + 2,
      dynamic: counted?.all,
    });
  });
});
