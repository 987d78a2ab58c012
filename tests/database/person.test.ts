import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from "vitest";
import { suppressContact } from "#app/features/crm/opt-outs/suppress-contact.server.ts";
import { loadPerson } from "#app/features/requests/person/load-person.server.ts";
import { mergeRequests } from "#app/features/requests/person/merge-requests.server.ts";
import { DAY_MS, HOUR_MS } from "#app/lib/durations.ts";
import { contactKeys, openTestDatabase, siteSettings, storeRequest } from "../factories.ts";

const NOW = new Date("2026-05-04T16:00:00Z");
const daysAgo = (days: number) => new Date(NOW.getTime() - days * DAY_MS);
let context: Awaited<ReturnType<typeof openTestDatabase>>;
beforeAll(async () => {
  context = await openTestDatabase(inject("templateUrl"));
});
afterAll(() => context.close());
beforeEach(async () => {
  await context.owner.$client.query("truncate service_requests, suppressions cascade");
});

async function store(values: Record<string, string>, now = NOW): Promise<string> {
  const result = await storeRequest(context.db, { now, values });
  if (!result.ok) throw new Error(result.reason);
  return result.id;
}
const load = async (id: string, options?: Parameters<typeof loadPerson>[2]) => {
  const settings = { get: async () => siteSettings, drop() {} };
  const person = await loadPerson({ db: context.db, now: () => NOW, settings }, id, options);
  if (!person) throw new Error("no person");
  return person;
};
const listRequests = ({ entries }: Awaited<ReturnType<typeof load>>) =>
  entries.flatMap((entry) => (entry.kind === "request" ? entry : []));

describe("everything from a person", () => {
  test("is what has the same phone or email: requests, calls, messages, quiz results and consents", async () => {
    const values = { phone: "404-555-7777", email: "JO@example.com", name: "Jo" };
    const id = await store(values, daysAgo(60));
    const samePhone = await store({ phone: "(404) 555 7777", email: "" }, daysAgo(50));
    const sameEmail = await store({ phone: "404-555-1111", email: "jo@EXAMPLE.com" }, daysAgo(40));
    await store({ phone: "404-555-2222", email: "somebody@example.com" }, daysAgo(30));
    const quizId = randomUUID();
    const { $client } = context.db;
    await $client.query(
      "insert into quizzes (id, title, slug, description, service_type, questions, created_at, updated_at) values ($1, 'Leaks', 'leaks', '', 'Plumbing', '[]', $2, $2)",
      [quizId, NOW],
    );
    await $client.query(
      `insert into quiz_request_results (request_id, quiz_id, answers, result, created_at) values ($1, $2, '{}', '{"layer": "exact", "data": {"diagnosis": "Worn seal"}}', $3)`,
      [samePhone, quizId, daysAgo(50)],
    );
    await $client.query(
      "insert into request_messages (id, request_id, author, text, channel, created_at) values (gen_random_uuid(), $1, 'customer', $2, 'page', $3)",
      [sameEmail, `${"Water ".repeat(30)}`, daysAgo(20)],
    );
    const calls = [{ id: "c1", at: daysAgo(10), connected: false, label: "Search ad" }];

    const person = await load(id, { calls });
    expect(person.summary).toBe("3 requests since March, 1 call, 1 message, 1 quiz result");
    expect(person).toMatchObject({ isCut: false, original: null, optOut: null });
    expect(
      listRequests(person).map((entry) => [entry.id, entry.isOpenOne, entry.canMerge]),
    ).toEqual([
      [sameEmail, false, true],
      [samePhone, false, true],
      [id, true, false],
    ]);
    const others = person.entries.filter(({ kind }) => kind !== "request");
    expect(others.slice(0, 2)).toMatchObject([
      { kind: "call", label: "Search ad", isConnected: false },
      {
        kind: "message",
        author: "The customer",
        text: expect.stringMatching(/^Water .{60,110}\.\.\.$/),
        of: { id: sameEmail, service: "Plumbing", day: "March 25" },
      },
    ]);
    expect(others.find(({ kind }) => kind === "quiz")).toMatchObject({
      title: "Leaks",
      cause: "Worn seal",
      of: { id: samePhone },
    });
    expect(others.filter(({ kind }) => kind === "consent")).toMatchObject([
      { requestId: sameEmail, title: "Consent with the request", textVersion: expect.any(Number) },
      { requestId: samePhone },
      { requestId: id, of: null },
    ]);
    const times = person.entries.map(({ at }) => at.ms);
    expect(times).toEqual(times.toSorted((a, b) => b - a));
  });

  test("is bounded, and has the open request and merged ones whatever came later", async () => {
    const id = await store({}, daysAgo(80));
    const merged = await store({}, daysAgo(70));
    await mergeRequests(
      { db: context.db, actor: randomUUID(), now: NOW },
      { sourceId: merged, targetId: id },
    );
    // Corrected since: only the merge connects them.
    await context.db.$client.query(
      "update service_requests set phone_e164 = null, email_normalized = null where id = $1",
      [merged],
    );
    for (let i = 0; i < 55; i++) await store({}, daysAgo(60 - i));
    const person = await load(id);
    const requests = listRequests(person);
    expect(requests).toHaveLength(50);
    expect(requests.find((entry) => entry.id === merged)).toMatchObject({
      merged: "here",
      canUndo: true,
      canMerge: false,
    });
    expect(requests.at(-1)).toMatchObject({ id, isOpenOne: true });
    expect(person.isCut).toBe(true);
    expect(person.summary).toBe("At least 50 requests");
    const settings = { get: async () => siteSettings, drop() {} };
    const app = { db: context.db, now: () => NOW, settings };
    expect(await loadPerson(app, randomUUID())).toBeNull();
  });

  test("names the earlier request of a likely duplicate, until the two are merged", async () => {
    const first = await store({}, new Date(NOW.getTime() - 3 * HOUR_MS));
    const second = await store({}, NOW);
    expect((await load(first)).original).toBeNull();
    expect((await load(second)).original).toEqual({
      id: first,
      service: "Plumbing",
      day: "May 4",
      isSameService: true,
      status: "new",
    });
    await mergeRequests(
      { db: context.db, actor: randomUUID(), now: NOW },
      { sourceId: second, targetId: first },
    );
    expect((await load(second)).original).toBeNull();
    expect(listRequests(await load(second))).toMatchObject([
      { merged: "elsewhere", canMerge: false, canUndo: false },
      { merged: null, canMerge: false },
    ]);
  });

  test("says whether the person opted out, and whether that is from before the request", async () => {
    const before = await store({}, daysAgo(20));
    await suppressContact(context.db, {
      phone: "404-555-0123",
      source: "staff",
      scope: "all",
      now: daysAgo(10),
      contactKeys,
    });
    const later = await store({}, NOW);
    expect((await load(before)).optOut).toEqual({ day: "April 24", scope: "all", holds: true });
    expect((await load(later)).optOut).toMatchObject({ holds: false });
  });
});
