import { randomUUID } from "node:crypto";
import pg from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from "vitest";
import { insertArticle } from "../articles.ts";
import { openTestDatabase } from "../factories.ts";
import { buildDangerRule, insertQuiz } from "../quizzes.ts";

let context: Awaited<ReturnType<typeof openTestDatabase>>;
let listener: pg.Client;
let received: string[];
let slug: string;
const run = (text: string, values: unknown[] = []) => context.db.$client.query(text, values);

beforeAll(async () => {
  context = await openTestDatabase(inject("templateUrl"));
  listener = new pg.Client({ connectionString: context.url });
  await listener.connect();
  listener.on("notification", ({ payload = "" }) => received.push(payload));
  await listener.query("listen content_changed");
});
afterAll(async () => {
  await listener.end();
  await context.close();
});
beforeEach(() => {
  received = [];
  slug = `thing-${randomUUID().slice(0, 8)}`;
});

/** Lists the notifications of a change; a marker sent after it shows that all have arrived. */
async function collectNotifications(change: () => Promise<unknown>): Promise<string[]> {
  const marker = `mark-${randomUUID()}`;
  await waitForMarker("before");
  received = [];
  await change();
  await waitForMarker(marker);
  return received.filter((payload) => payload !== marker).sort();
}

/** The same without those for pages that only list quizzes. */
const collectOwnNotifications = async (change: () => Promise<unknown>) =>
  (await collectNotifications(change)).filter((payload) => !payload.startsWith("quiz-list:"));

async function waitForMarker(marker: string): Promise<void> {
  const arrival = new Promise<void>((resolve) => {
    const onNotification = ({ payload }: pg.Notification) => {
      if (payload !== marker) return;
      listener.off("notification", onNotification);
      resolve();
    };
    listener.on("notification", onNotification);
  });
  await run("select pg_notify('content_changed', $1)", [marker]);
  await arrival;
}

/** Each kind of row that has a page. */
const KINDS = [
  {
    kind: "quiz",
    table: "quizzes",
    insert: (isActive: boolean) => insertQuiz(context.db.$client, { slug, isActive }),
    publicColumns: {
      title: "'Other title'",
      description: "'Other words'",
      service_type: "'Roofing'",
      questions: "questions || questions",
      min_posterior: "0.7",
      min_margin: "0.3",
      previous_slugs: "array['older']",
      created_at: "created_at + interval '1 day'",
      updated_at: "updated_at + interval '1 day'",
    },
  },
  {
    kind: "article",
    table: "advertorial_content",
    insert: (isActive: boolean) => insertArticle(context.db.$client, { slug, isActive }),
    publicColumns: {
      title: "'Other title'",
      content_data: "content_data || '{\"x\": 1}'",
      previous_slugs: "array['older']",
      created_at: "created_at + interval '1 day'",
      updated_at: "updated_at + interval '1 day'",
    },
  },
] as const;

describe.each(KINDS)("a public $kind", ({ kind, table, insert, publicColumns }) => {
  const update = (changes: string) => () =>
    run(`update ${table} set ${changes} where slug = $1`, [slug]);

  test.each(Object.entries(publicColumns))(
    "notifies when its %s changes",
    async (column, value) => {
      await insert(true);
      expect(await collectOwnNotifications(update(`${column} = ${value}`))).toEqual([
        `${kind}:${slug}`,
      ]);
    },
  );

  test("does not notify when nothing changes that visitors see", async () => {
    await insert(true);
    const hidden = "version = version + 1, topic = 'other', is_demo = not is_demo";
    expect(await collectOwnNotifications(update(hidden))).toEqual([]);
    expect(await collectOwnNotifications(update("title = title, updated_at = updated_at"))).toEqual(
      [],
    );
  });

  test("notifies the old and the new slug when it is renamed", async () => {
    await insert(true);
    expect(await collectOwnNotifications(update("slug = slug || '-b'"))).toEqual([
      `${kind}:${slug}`,
      `${kind}:${slug}-b`,
    ]);
  });

  test.each([
    ["is taken off the site", "is_active = false"],
    ["is deleted", "deleted_at = now(), is_active = false"],
    ["is marked as deleted alone", "deleted_at = now()"],
  ])("notifies when it %s, once", async (_what, changes) => {
    await insert(true);
    expect(await collectOwnNotifications(update(changes))).toEqual([`${kind}:${slug}`]);
    expect(
      await collectOwnNotifications(update("title = 'Other title', is_active = false")),
    ).toEqual([]);
  });

  test("notifies when its row is deleted; deleting an inactive row does not", async () => {
    const remove = () => run(`delete from ${table} where slug = $1`, [slug]);
    await insert(true);
    expect(await collectOwnNotifications(remove)).toEqual([`${kind}:${slug}`]);
    await insert(false);
    expect(await collectOwnNotifications(remove)).toEqual([]);
  });
});

describe.each(KINDS)("an unpublished $kind", ({ kind, table, insert }) => {
  test("does not notify when it is created, edited, renamed or deleted", async () => {
    expect(await collectOwnNotifications(() => insert(false))).toEqual([]);
    for (const changes of ["title = 'Other'", "deleted_at = now()", "slug = slug || '-b'"])
      expect(
        await collectOwnNotifications(() =>
          run(`update ${table} set ${changes} where slug = $1`, [slug]),
        ),
      ).toEqual([]);
  });

  test("notifies once it is published", async () => {
    await insert(false);
    const publish = () => run(`update ${table} set is_active = true where slug = $1`, [slug]);
    expect(await collectOwnNotifications(publish)).toEqual([`${kind}:${slug}`]);
  });

  test("is published even when its slug is too long for a notification", async () => {
    await insert(false);
    slug = (
      await run(`update ${table} set slug = repeat('a', 9000) where slug = $1 returning slug`, [
        slug,
      ])
    ).rows[0].slug;
    const publish = () => run(`update ${table} set is_active = true where slug = $1`, [slug]);
    expect(await collectOwnNotifications(publish)).toEqual([kind]);
  });
});

test("a statement that changes many rows notifies for each of them", async () => {
  const slugs = Array.from({ length: 300 }, (_, number) => `${slug}-${number}`);
  for (const articleSlug of slugs) await insertArticle(context.db.$client, { slug: articleSlug });
  const payloads = await collectOwnNotifications(() =>
    run("update advertorial_content set title = 'Same' where slug like $1", [`${slug}-%`]),
  );
  expect(payloads).toEqual(slugs.map((articleSlug) => `article:${articleSlug}`).sort());
});

describe("the pages that list a quiz", () => {
  const update = (changes: string) => () =>
    run(`update quizzes set ${changes} where slug = $1`, [slug]);
  const collectLists = async (change: () => Promise<unknown>) =>
    (await collectNotifications(change)).filter((payload) => payload.startsWith("quiz-list"));
  const insert = async (isActive: boolean) => {
    await insertQuiz(context.db.$client, { slug, isActive: false });
    await update(`services = array['plumbing'], is_active = ${isActive}`)();
  };

  test.each([
    ["title", "title = 'Other'", "quiz-list:plumbing,plumbing"],
    ["slug", "slug = slug || '-b'", "quiz-list:plumbing,plumbing"],
    ["services", "services = array['roofing']", "quiz-list:plumbing,roofing"],
    ["visibility", "is_active = false", "quiz-list:plumbing,plumbing"],
    ["deletion", "deleted_at = now()", "quiz-list:plumbing,plumbing"],
  ])("are notified of its %s", async (_what, changes, payload) => {
    await insert(true);
    expect(await collectLists(update(changes))).toEqual([payload]);
  });

  test("are not notified of other changes, nor of a quiz that is not public", async () => {
    await insert(true);
    expect(await collectLists(update("questions = '[]', updated_at = now()"))).toEqual([]);
    slug += "-c";
    expect(await collectLists(() => insert(false))).toEqual([]);
    expect(await collectLists(update("title = 'Other'"))).toEqual([]);
    expect(await collectLists(update("is_active = true"))).toEqual(["quiz-list:plumbing,plumbing"]);
  });
});

describe("a danger rule", () => {
  const insert = (isActive: boolean) =>
    insertQuiz(context.db.$client, { slug, isActive, rules: [buildDangerRule("1:0")] });
  const update = (id: string, changes: string) => () =>
    run(`update quiz_safety_rules set ${changes} where quiz_id = $1`, [id]);

  test.each([
    "headline = 'Other'",
    "instruction = 'Leave.'",
    "pattern = '1:1'",
    "call_911 = not call_911",
    "also_call = ''",
    "causes = '{}'",
    "position = 7",
    "urgency = 'low'",
    "status = 'rejected'",
  ])("of a public quiz notifies with %s", async (changes) => {
    const { id } = await insert(true);
    expect(await collectNotifications(update(id, changes))).toEqual([`quiz:${slug}`]);
  });

  test("does not notify when no visitor sees the change: unpublished quiz, not approved, not urgent, or unchanged", async () => {
    const { id } = await insert(true);
    expect(
      await collectNotifications(update(id, "approved_at = now(), reviewed_by = null")),
    ).toEqual([]);
    for (const hidden of ["status = 'pending_review'", "status = 'approved', urgency = 'medium'"]) {
      await update(id, hidden)();
      expect(await collectNotifications(update(id, "headline = headline || '!'"))).toEqual([]);
    }
    slug += "-b";
    const draft = await insert(false);
    expect(await collectNotifications(update(draft.id, "headline = 'Other'"))).toEqual([]);
  });

  test("notifies its quizzes when it is added, removed or moved", async () => {
    const firstQuiz = await insert(true);
    const firstSlug = slug;
    slug += "-b";
    const secondQuiz = await insertQuiz(context.db.$client, { slug });
    expect(
      await collectNotifications(update(firstQuiz.id, `quiz_id = '${secondQuiz.id}'`)),
    ).toEqual([`quiz:${firstSlug}`, `quiz:${slug}`]);
    const remove = () => run("delete from quiz_safety_rules where quiz_id = $1", [secondQuiz.id]);
    expect(await collectNotifications(remove)).toEqual([`quiz:${slug}`]);
    expect(
      await collectNotifications(() =>
        run(
          `insert into quiz_safety_rules (id, quiz_id, position, name, pattern, urgency, instruction, status, created_at)
           values ($1, $2, 0, 'Gas', '1:0', 'high', 'Leave.', 'approved', now())`,
          [randomUUID(), secondQuiz.id],
        ),
      ),
    ).toEqual([`quiz:${slug}`]);
  });

  test("waits when its quiz is being published at the same time, then notifies", async () => {
    const { id } = await insert(false);
    const payloads = await collectOwnNotifications(async () => {
      const publisher = await context.db.$client.connect();
      await publisher.query("begin");
      await publisher.query("update quizzes set is_active = true where id = $1", [id]);
      const edit = update(id, "headline = 'Other'")();
      // The edit waits for the lock of the publication.
      await expect
        .poll(async () => (await run("select 1 from pg_locks where not granted")).rowCount)
        .toBe(1);
      await publisher.query("commit");
      publisher.release();
      await edit;
    });
    expect(payloads).toEqual([`quiz:${slug}`, `quiz:${slug}`]);
  });
});

describe("data used only for results", () => {
  test("notifies nobody: results are looked up for each visitor", async () => {
    const { id } = await insertQuiz(context.db.$client, { slug });
    expect(
      await collectNotifications(() =>
        run("update quiz_outcomes set bias = bias + 1 where quiz_id = $1", [id]),
      ),
    ).toEqual([]);
  });
});

test("a setting notifies when its value changes", async () => {
  const store = (value: string) => () =>
    run(
      `insert into settings (key, value, updated_at) values ('phone', $1, now())
       on conflict (key) do update set value = excluded.value, updated_at = excluded.updated_at`,
      [JSON.stringify(value)],
    );
  expect(await collectNotifications(store("(800) 555-0110"))).toEqual(["setting:phone"]);
  expect(await collectNotifications(store("(800) 555-0110"))).toEqual([]);
  expect(await collectNotifications(store("(800) 555-0111"))).toEqual(["setting:phone"]);
  expect(await collectNotifications(() => run("delete from settings where key = 'phone'"))).toEqual(
    ["setting:phone"],
  );
});

describe("phone numbers of pages", () => {
  const store =
    (...numbers: [phone: string, label: string, ...pages: string[]][]) =>
    () =>
      run(
        "insert into settings (key, value, updated_at) values ('phoneNumbers', $1, now()) on conflict (key) do update set value = excluded.value",
        [JSON.stringify(numbers.map(([phone, label, ...pages]) => ({ phone, label, pages })))],
      );

  test("notify the pages that show another number, and those below that keep theirs", async () => {
    const plumbing = ["1", "Plumbing", "/home-services/plumbing", "/quiz/clogged-drain"] as const;
    expect(
      await collectNotifications(store([...plumbing], ["2", "Home", "/", "/home-services"])),
    ).toEqual(["phone-numbers:/,/home-services,/home-services/plumbing,/quiz/clogged-drain"]);
    expect(
      await collectNotifications(store(["3", "Home", "/home-services", "/"], [...plumbing])),
    ).toEqual(["phone-numbers:/,/home-services,!/home-services/plumbing"]);
    expect(
      await collectNotifications(store(["3", "New label", "/", "/home-services"], [...plumbing])),
    ).toEqual(["phone-numbers:"]);
    expect(await collectNotifications(store([...plumbing]))).toEqual([
      "phone-numbers:/,/home-services,!/home-services/plumbing",
    ]);
    expect(
      await collectNotifications(() => run("delete from settings where key = 'phoneNumbers'")),
    ).toEqual(["phone-numbers:/home-services/plumbing,/quiz/clogged-drain"]);
  });

  test("notify of all pages where their names do not fit, and survive a damaged value", async () => {
    const pages = Array.from({ length: 20 }, (_, index) => `/articles/${"a".repeat(60)}-${index}`);
    expect(await collectNotifications(store(["1", "Many", ...pages]))).toEqual(["phone-numbers"]);
    for (const value of ['"text"', '[1, {"pages": 2}, null]'])
      await run("update settings set value = $1 where key = 'phoneNumbers'", [value]);
    expect(await collectNotifications(store(["1", "One", "/auto"]))).toEqual([
      "phone-numbers:/auto",
    ]);
    await run("delete from settings");
  });
});
