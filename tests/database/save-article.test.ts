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

const actionContext = () => ({ db: context.db, actor: actorId, httpRequestId: "r", now });
const services = () => ({
  db: context.db,
  now: () => now,
  settings: { get: async () => siteSettings, drop: () => {} },
});
const buildValues = (changes: Partial<ArticleValues> = {}): ArticleValues => ({
  title: "Tap",
  slug: `tap-${randomUUID().slice(0, 8)}`,
  isActive: false,
  content: buildArticleContent(),
  ...changes,
});
async function makeArticle(changes: Partial<ArticleValues> = {}) {
  const result = await createArticle(actionContext(), { values: buildValues(changes) });
  if (!result.ok) throw new Error(result.reason);
  return { id: result.saved.id, values: result.values };
}
const update = (id: string, values: ArticleValues, baseVersion = 1) =>
  updateArticle(actionContext(), { articleId: id, values, baseVersion });
async function loadArticle(id: string) {
  const [row] = await queryRows<{ slug: string }>(
    context.db,
    "select slug from advertorial_content where id = $1",
    [id],
  );
  const article = await getArticleForEditor(context.db, { slug: row?.slug ?? "", userId: actorId });
  if (!article || article === "unreadable") throw new Error("gone");
  return article;
}
const listVersions = (id: string) =>
  queryRows<{ version: number; snapshot: ArticleValues; saved_by: string }>(
    context.db,
    "select version, snapshot, saved_by from content_versions where content_id = $1 order by version",
    [id],
  );
const listAuditActions = async (id: string) =>
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
const createForm = (fields: Record<string, string>) => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return form;
};
const postListForm = (fields: Record<string, string>, isSuperadmin = false) =>
  runArticleListForm(actionContext(), { form: createForm(fields), isSuperadmin });

describe("saving", () => {
  test("a new article is normalized, stored as version 1 and audited; its draft is deleted, others are kept", async () => {
    for (const key of ["new-advertorial", "new-quiz"])
      await saveDraft(actionContext(), { key, data: {}, baseVersion: 0 });
    const marker = randomUUID().slice(0, 6);
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
    const result = await createArticle(actionContext(), {
      values: { title: " Tap ", slug: `-Tap  & ${marker} -`, isActive: true, content },
    });
    expect(result).toMatchObject({
      ok: true,
      created: true,
      saved: { slug: `tap-${marker}`, version: 1 },
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
    expect(await loadArticle(id)).toMatchObject({ version: 1, values: result.values });
    expect(await listVersions(id)).toEqual([
      { version: 1, snapshot: result.values, saved_by: actorId },
    ]);
    expect(await listAuditActions(id)).toEqual(["create"]);
    expect(await getDraft(context.db, { userId: actorId, key: "new-advertorial" })).toBeNull();
    expect(await getDraft(context.db, { userId: actorId, key: "new-quiz" })).not.toBeNull();
  });

  test("reports what is missing and saves nothing", async () => {
    const { id, values } = await makeArticle();
    const invalidChanges: [Partial<ArticleValues>, string][] = [
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
    for (const [changes, message] of invalidChanges) {
      const expected = { ok: false, reason: "invalid", message };
      expect(await update(id, { ...values, ...changes })).toEqual(expected);
      expect(await createArticle(actionContext(), { values: buildValues(changes) })).toEqual(
        expected,
      );
    }
    expect(await loadArticle(id)).toMatchObject({ version: 1, values });
    expect(await update(randomUUID(), values)).toEqual({ ok: false, reason: "not-found" });
  });

  test("a slug belongs to one article, and never to a built-in one", async () => {
    const { values } = await makeArticle();
    const otherArticle = await makeArticle();
    for (const slug of [
      values.slug,
      values.slug.toUpperCase(),
      "henry-helpline",
      "Clogged Toilets",
    ]) {
      const expected = { ok: false, reason: "slug", message: TAKEN };
      expect(await createArticle(actionContext(), { values: buildValues({ slug }) })).toEqual(
        expected,
      );
      expect(await update(otherArticle.id, { ...otherArticle.values, slug })).toEqual(expected);
    }
    expect(await loadArticle(otherArticle.id)).toMatchObject({
      version: 1,
      values: otherArticle.values,
    });
  });

  test("of two simultaneous saves with the same slug, one succeeds", async () => {
    const values = buildValues();
    const results = await Promise.all(
      [1, 2, 3].map(() => createArticle(actionContext(), { values })),
    );
    expect(results.filter(({ ok }) => ok)).toHaveLength(1);
    expect(results.filter(({ ok }) => !ok)).toEqual(
      [1, 2].map(() => ({ ok: false, reason: "slug", message: TAKEN })),
    );
  });

  test("retrying a first save whose response was lost keeps one article, with later changes", async () => {
    const id = randomUUID();
    const values = buildValues();
    const retry = (changes: Partial<ArticleValues>, baseVersion = 0) =>
      createArticle(actionContext(), { id, values: { ...values, ...changes }, baseVersion });
    const results = await Promise.all([retry({}), retry({}), retry({})]);
    for (const result of results)
      expect(result).toEqual({
        ok: true,
        created: true,
        saved: { id, slug: values.slug, version: 1 },
        values,
      });
    await saveDraft(actionContext(), { key: "new-advertorial", data: values, baseVersion: 0 });
    expect(await retry({ title: "Typed since" })).toMatchObject({
      ok: true,
      created: true,
      saved: { id, version: 2 },
      values: { title: "Typed since" },
    });
    expect(await getDraft(context.db, { userId: actorId, key: "new-advertorial" })).toBeNull();
    expect((await listVersions(id)).map(({ version }) => version)).toEqual([1, 2]);
    const conflict = await retry({ title: "Typed at last" });
    expect(conflict).toMatchObject({
      ok: false,
      reason: "conflict",
      version: 2,
      theirs: { title: "Typed since" },
    });
    expect(await retry({ title: "Decided" }, 2)).toMatchObject({
      ok: true,
      created: true,
      saved: { version: 3 },
      values: { title: "Decided" },
    });
    expect(await listAuditActions(id)).toEqual(["create", "save", "save"]);
  });

  test("the id of another person's article, or of a deleted one, creates none", async () => {
    const { id, values } = await makeArticle();
    expect(
      await createArticle(
        { ...actionContext(), actor: randomUUID() },
        { id, values: buildValues() },
      ),
    ).toEqual({ ok: false, reason: "not-found" });
    expect(await loadArticle(id)).toMatchObject({ version: 1, values });
    await deleteContent(actionContext(), { ...ARTICLE_CONTENT, id });
    expect(await createArticle(actionContext(), { id, values })).toEqual({
      ok: false,
      reason: "not-found",
    });
  });

  test("previous slugs redirect until another article uses them; a slug used again is no longer a previous one", async () => {
    const { id, values } = await makeArticle();
    const [firstSlug, secondSlug, thirdSlug] = [
      values.slug,
      `${values.slug}-b`,
      `${values.slug}-c`,
    ];
    await update(id, { ...values, slug: secondSlug }, 1);
    await update(id, { ...values, slug: thirdSlug }, 2);
    const getPreviousSlugs = async () =>
      (
        await queryRows<{ previous_slugs: string[] }>(
          context.db,
          "select previous_slugs from advertorial_content where id = $1",
          [id],
        )
      )[0]?.previous_slugs;
    expect(await getPreviousSlugs()).toEqual([firstSlug, secondSlug]);
    for (const slug of [firstSlug, secondSlug])
      expect(await getArticleForEditor(context.db, { slug, userId: actorId })).toMatchObject({
        id,
        version: 3,
        values: { slug: thirdSlug },
      });
    await update(id, { ...values, slug: firstSlug }, 3);
    expect(await getPreviousSlugs()).toEqual([secondSlug, thirdSlug]);
    const newOwner = await makeArticle({ slug: secondSlug });
    expect(
      await getArticleForEditor(context.db, { slug: secondSlug, userId: actorId }),
    ).toMatchObject({
      id: newOwner.id,
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
    const { values: merged } = await loadArticle(id);
    expect(merged.content.sections.map(({ content }) => content)).toEqual([
      "Theirs",
      "Mine",
      ...rest.map(({ content }) => content),
      "Added",
    ]);
    expect((await listVersions(id)).at(-1)?.snapshot).toEqual(merged);
    expect(await listAuditActions(id)).toEqual(["create", "save", "save"]);
  });

  test("one moves sections while the other edits them; one empties the article while the other adds to it", async () => {
    const { id, values } = await makeArticle();
    const { sections } = values.content;
    await update(id, withSections(values, sections.toReversed()));
    const edited = sections.map((section) =>
      section.type === "paragraph" ? { ...section, content: "Mine" } : section,
    );
    expect(await update(id, withSections(values, edited))).toMatchObject({ ok: true });
    const { values: merged, version } = await loadArticle(id);
    expect(merged.content.sections).toEqual(edited.toReversed());
    await update(id, withSections(merged, []), version);
    const addedSection = buildSection("paragraph", "New");
    expect(
      await update(id, withSections(merged, [...merged.content.sections, addedSection]), version),
    ).toMatchObject({ ok: true, values: { content: { sections: [addedSection] } } });
  });

  test("the same field: nothing is saved until one value is chosen", async () => {
    const { id, values } = await makeArticle();
    const [firstSection, ...rest] = values.content.sections;
    if (!firstSection) throw new Error("no sections");
    const setText = (words: string) =>
      withSections({ ...values, title: words }, [{ ...firstSection, content: words }, ...rest]);
    await update(id, setText("Theirs"));
    const result = await update(id, { ...setText("Mine"), slug: `${values.slug}-x` });
    expect(result).toMatchObject({
      reason: "conflict",
      version: 2,
      theirs: { title: "Theirs" },
      merged: { title: "Mine", slug: `${values.slug}-x` },
    });
    expect(result).toMatchObject({
      conflicts: [
        { path: ["title"], theirs: "Theirs", mine: "Mine" },
        {
          path: ["content", "sections", firstSection.id, "content"],
          theirs: "Theirs",
          mine: "Mine",
        },
      ],
    });
    expect(await loadArticle(id)).toMatchObject({
      version: 2,
      values: { title: "Theirs", slug: values.slug },
    });
    expect(await update(id, setText("Mine"), 2)).toMatchObject({ ok: true, saved: { version: 3 } });
  });

  test("a merge with something missing is refused with a message", async () => {
    const emptyContent = buildArticleContent({
      hero: { title: "Hero", subtitle: "", imageUrl: "" },
      sections: [],
      cta: { title: "Call", subtitle: "", phone: "" },
    });
    const { id, values } = await makeArticle({ content: emptyContent });
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
    expect(await loadArticle(id)).toMatchObject({ version: 2 });
  });

  test("a merge over the limits is refused with a message, and the stored article can still be opened", async () => {
    const createParagraphs = (count: number) =>
      Array.from({ length: count }, () => buildSection("paragraph", "Words"));
    const { id, values } = await makeArticle({
      content: buildArticleContent({ sections: createParagraphs(78) }),
    });
    const appendParagraphs = () =>
      withSections(values, [...values.content.sections, ...createParagraphs(2)]);
    expect(await update(id, appendParagraphs())).toMatchObject({ ok: true });
    const mine = appendParagraphs();
    expect(await update(id, mine)).toEqual({
      ok: false,
      reason: "invalid",
      message:
        "Somebody else saved this advertorial meanwhile. Together you have 82 sections; 80 are the most.",
    });
    expect(await loadArticle(id)).toMatchObject({ version: 2 });
    expect(await update(id, withSections(mine, mine.content.sections.slice(2)))).toMatchObject({
      ok: true,
      saved: { version: 3 },
    });
  });

  test("a caption that only one of them has is removed when the other version is chosen", async () => {
    const { id, values } = await makeArticle();
    const imageIndex = values.content.sections.findIndex(({ type }) => type === "image");
    const changeImage = (changes: object) =>
      withSections(
        values,
        values.content.sections.with(imageIndex, {
          ...values.content.sections[imageIndex],
          ...changes,
        } as never),
      );
    await update(id, changeImage({ imageCaption: undefined }));
    const result = await update(id, changeImage({ imageCaption: "Mine" }));
    if (result.ok || result.reason !== "conflict") throw new Error("no conflict");
    const theirValues = articleKind.applyChanges(
      result.merged,
      result.conflicts.map(({ path, theirs }) => ({ path, value: theirs })),
    );
    const request = {
      intent: "save",
      id,
      baseVersion: result.version,
      values: JSON.parse(JSON.stringify(theirValues)),
    };
    expect(await runArticleCall(actionContext(), { body: request })).toMatchObject({
      ok: true,
      saved: { version: 3 },
    });
    expect((await loadArticle(id)).values.content.sections[imageIndex]).not.toHaveProperty(
      "imageCaption",
    );
  });

  test("publishing from the list and a new slug are kept while somebody edits", async () => {
    const { id, values } = await makeArticle();
    await postListForm({ intent: "set-active", id, isActive: "true" });
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
    expect(await loadArticle(id)).toMatchObject({
      version: 4,
      values: { title: "One", content: { hero: { title: "Two" }, meta: { keywords: ["Three"] } } },
    });
    expect((await listVersions(id)).map(({ version }) => version)).toEqual([1, 2, 3, 4]);
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
    expect(await loadArticle(id)).toMatchObject({ values });
  });
});

describe("requests from the editor", () => {
  const postCall = (body: unknown) => runArticleCall(actionContext(), { body });
  const postDraft = (body: unknown, isDiscarded = false) =>
    runArticleDraftCall(actionContext(), { isDiscarded, body });
  const getDraftTitle = async (key: string) =>
    (await getDraft(context.db, { userId: actorId, key }))?.data.title;

  test("saves and returns earlier versions; an invalid request is a failed save", async () => {
    const values = buildValues();
    const create = { intent: "save", id: null, newId: randomUUID(), baseVersion: 0, values };
    const created = await postCall(create);
    expect(created).toMatchObject({
      intent: "save",
      ok: true,
      created: true,
      saved: { id: create.newId },
    });
    expect(await postCall(create)).toEqual(created);
    if (created.intent !== "save" || !created.ok) throw new Error("not made");
    const { id } = created.saved;
    expect(
      await postCall({ intent: "save", id, baseVersion: 1, values: { ...values, title: "Other" } }),
    ).toMatchObject({ ok: true, created: false });
    expect(await postCall({ intent: "version", id, version: 1 })).toMatchObject({
      intent: "version",
      ok: true,
      values: { title: "Tap" },
    });
    expect(await postCall({ intent: "version", id, version: 9 })).toMatchObject({
      intent: "version",
      ok: false,
      reason: "not-found",
    });
    expect(
      await postCall({ intent: "save", id: randomUUID(), baseVersion: 1, values }),
    ).toMatchObject({
      reason: "not-found",
      message: "This advertorial no longer exists: somebody deleted it.",
    });
    const longTitle = {
      ...values,
      content: { ...values.content, meta: { ...values.content.meta, title: "x".repeat(61) } },
    };
    const manySections = withSections(
      values,
      Array.from({ length: 81 }, () => buildSection("paragraph", "x")),
    );
    const htmlSection = withSections(values, [
      { ...buildSection("paragraph", "x"), type: "html" as "paragraph" },
    ]);
    for (const body of [
      null,
      "x",
      {},
      ...[longTitle, manySections, htmlSection].map((invalid) => ({
        intent: "save",
        id,
        baseVersion: 2,
        values: invalid,
      })),
    ])
      expect(await postCall(body)).toEqual({
        intent: "save",
        ok: false,
        reason: "failed",
        message: "Failed to save advertorial",
      });
    expect(await loadArticle(id)).toMatchObject({ version: 2, values: { title: "Other" } });
  });

  test("drafts are saved and deleted, by intent or by method; invalid drafts are refused", async () => {
    const { id, values } = await makeArticle();
    const draftBody = { key: id, baseVersion: 1, values: { ...values, title: "" } };
    expect(await postDraft(draftBody)).toEqual({ ok: true, savedAt: now.getTime() });
    expect(await getDraftTitle(id)).toBe("");
    expect(await postDraft({ intent: "discard", key: id })).toEqual({ ok: true });
    expect(await getDraftTitle(id)).toBeUndefined();
    await postDraft(draftBody);
    expect(await postDraft({ key: id }, true)).toEqual({ ok: true });
    expect(await getDraftTitle(id)).toBeUndefined();
    for (const body of [
      null,
      "x",
      { ...draftBody, key: "new-quiz" },
      { ...draftBody, baseVersion: -1 },
      { ...draftBody, values: {} },
    ])
      expect(await postDraft(body)).toEqual({ ok: false });
  });

  test("a draft that is still offered is kept next to the new one, even after a save, until it is discarded", async () => {
    const key = "new-advertorial";
    const typeTitle = (title: string, earlierSavedAt?: number) =>
      postDraft({
        key,
        baseVersion: 0,
        values: { ...createEmptyArticle(), title },
        earlierSavedAt,
      });
    const listOfferedTitles = async () =>
      (
        (await loadArticleEditor(services(), { slug: undefined, userId: actorId })) as {
          drafts: { values: ArticleValues }[];
        }
      ).drafts.map(({ values }) => values.title);
    await postDraft({ intent: "discard", key });
    const { savedAt: firstSavedAt = 0 } = await typeTitle("Old");
    now = new Date(now.getTime() + 1_000);
    const { savedAt: secondSavedAt = 0 } = await typeTitle("New", firstSavedAt);
    await typeTitle("Newer", firstSavedAt);
    expect(await listOfferedTitles()).toEqual(["Newer", "Old"]);
    expect(await postDraft({ intent: "discard", key, savedAt: secondSavedAt + 1 })).toEqual({
      ok: true,
    });
    expect(await listOfferedTitles()).toEqual(["Newer", "Old"]);
    await postDraft({ intent: "discard", key });
    expect(await listOfferedTitles()).toEqual(["Old"]);
    await postDraft({ intent: "discard", key, savedAt: firstSavedAt });
    expect(await listOfferedTitles()).toEqual([]);
  });

  test("characters that cannot be stored are removed from drafts and saves", async () => {
    const corrupt = (text: string) => `${text}\0\ud83d`;
    const sections = [
      buildSection("paragraph", corrupt("Words")),
      buildSection("list", [corrupt("Item")]),
      buildSection("image", "", { imageUrl: "/art/a.svg", imageAlt: corrupt("Alt") }),
    ];
    const content = buildArticleContent({
      meta: { title: corrupt("SEO"), description: corrupt("Says"), keywords: [corrupt("tap")] },
      sections,
    });
    const values = buildValues({ title: corrupt("Tap"), content });
    expect(await postDraft({ key: "new-advertorial", baseVersion: 0, values })).toMatchObject({
      ok: true,
    });
    const created = await postCall({ intent: "save", id: null, baseVersion: 0, values });
    expect(created).toMatchObject({
      ok: true,
      values: { title: "Tap\ufffd", content: { meta: { keywords: ["tap\ufffd"] } } },
    });
    if (created.intent === "save" && created.ok)
      expect(
        (await loadArticle(created.saved.id)).values.content.sections.map(
          ({ content: text }) => text,
        ),
      ).toEqual(["Words\ufffd", ["Item\ufffd"], ""]);
  });

  test("only its author finds a draft; a save leaves none, and neither does a draft equal to the saved article", async () => {
    const { id, values } = await makeArticle();
    await postDraft({ key: id, baseVersion: 1, values: { ...values, title: "Typed" } });
    const openEditor = async (userId: string) =>
      (await loadArticleEditor(services(), { slug: values.slug, userId })) as {
        drafts: { values: ArticleValues; baseVersion: number }[];
      };
    expect((await openEditor(actorId)).drafts).toMatchObject([
      { baseVersion: 1, values: { title: "Typed" } },
    ]);
    expect((await openEditor(randomUUID())).drafts).toEqual([]);
    await postDraft({ key: id, baseVersion: 1, values });
    expect((await openEditor(actorId)).drafts).toEqual([]);
    await postDraft({ key: id, baseVersion: 1, values: { ...values, title: "Typed" } });
    await update(id, { ...values, title: "Saved" });
    expect((await openEditor(actorId)).drafts).toEqual([]);
  });

  test("only a superadmin can restore; an invalid request changes nothing", async () => {
    const { id, values } = await makeArticle({ isActive: true });
    expect(await postListForm({ intent: "delete", id })).toEqual({ ok: true });
    expect(await postListForm({ intent: "delete", id })).toMatchObject({
      ok: false,
      message: "This advertorial no longer exists: somebody deleted it.",
    });
    expect(await update(id, values)).toEqual({ ok: false, reason: "not-found" });
    expect(await postListForm({ intent: "set-active", id, isActive: "true" })).toMatchObject({
      ok: false,
    });
    expect(await postListForm({ intent: "restore", id })).toEqual({
      ok: false,
      message: "Only a superadmin can restore an advertorial.",
    });
    expect(await postListForm({ intent: "restore", id }, true)).toEqual({ ok: true });
    for (const fields of [
      { intent: "none" },
      { intent: "set-active", id, isActive: "yes" },
      { intent: "delete", id: "x" },
    ])
      expect(await postListForm(fields as never)).toEqual({ ok: false });
    expect(await listAuditActions(id)).toEqual(["create", "delete", "restore"]);
  });
});

describe("deleting", () => {
  test("a restored article is inactive, even for somebody who had it open while it was active", async () => {
    const { id, values } = await makeArticle({ isActive: true });
    await deleteContent(actionContext(), { ...ARTICLE_CONTENT, id });
    expect(
      (await listDeleted(context.db, ARTICLE_CONTENT, now)).map((article) => article.id),
    ).toContain(id);
    expect(await restoreContent(actionContext(), { ...ARTICLE_CONTENT, id })).toEqual({ ok: true });
    expect(await update(id, { ...values, title: "Typed before" })).toMatchObject({
      ok: true,
      values: { title: "Typed before", isActive: false },
    });
    expect(
      (await listVersions(id)).map(({ version, snapshot: { isActive } }) => [version, isActive]),
    ).toEqual([
      [1, true],
      [2, false],
      [3, false],
    ]);
  });

  test("cannot be undone after thirty days, or when another article uses the slug", async () => {
    const { id, values } = await makeArticle();
    await deleteContent(actionContext(), { ...ARTICLE_CONTENT, id });
    const afterDeadline = new Date(now.getTime() + 31 * DAY_MS);
    expect(
      await restoreContent({ ...actionContext(), now: afterDeadline }, { ...ARTICLE_CONTENT, id }),
    ).toEqual({
      ok: false,
      reason: "not-found",
    });
    await makeArticle({ slug: values.slug });
    expect(await postListForm({ intent: "restore", id }, true)).toEqual({
      ok: false,
      message: "Another advertorial has this URL slug now. Change its slug first.",
    });
  });
});

describe("the list", () => {
  test("filters by title or slug, literally, and by status; built-in ones are included and counted", async () => {
    const marker = randomUUID().slice(0, 8);
    await makeArticle({ title: `100%_${marker}`, isActive: true });
    await makeArticle({ title: "Other", slug: `other-${marker}` });
    const listTitles = async (q: string, status: "all" | "active" | "inactive" = "all") =>
      (await listArticles(context.db, { q, status })).map(({ title }) => title);
    expect(await listTitles(marker)).toEqual(expect.arrayContaining([`100%_${marker}`, "Other"]));
    expect(await listTitles(marker.toUpperCase(), "active")).toEqual([`100%_${marker}`]);
    expect(await listTitles(`100%_${marker}`)).toEqual([`100%_${marker}`]);
    expect(await listTitles(`1_0%_${marker}`)).toEqual([]);
    const loadList = (q: string, status: "all" | "active" | "inactive" = "all") =>
      loadArticleList(services(), { filters: { q, status }, isSuperadmin: false });
    expect((await loadList("CLOGGED-toi")).builtIn.map(({ slug }) => slug)).toEqual([
      "clogged-toilets",
    ]);
    expect((await loadList("", "inactive")).builtIn).toEqual([]);
    const { totals, builtIn, deleted } = await loadList(marker);
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
