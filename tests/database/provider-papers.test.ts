import { randomUUID } from "node:crypto";
import { afterAll, beforeEach, expect, inject, test } from "vitest";
import { closeMailTransports } from "#app/features/mail/send-mail.server.ts";
import { listToCheck } from "#app/features/providers/list/queries.sql.ts";
import { mailProviderNotices } from "#app/features/providers/notices/mail-notices.server.ts";
import { acceptPaper, refusePaper } from "#app/features/providers/papers/decide-paper.server.ts";
import { listShownEvidence } from "#app/features/providers/papers/list-shown-evidence.server.ts";
import { loadOwnPapers } from "#app/features/providers/papers/load-papers.server.ts";
import { addPaper, removePaper } from "#app/features/providers/papers/mutations.server.ts";
import { getPaperFile, listPapers } from "#app/features/providers/papers/queries.server.ts";
import { proposeStatuses } from "#app/features/providers/verification/propose-statuses.server.ts";
import { removeEvidence } from "#app/features/providers/verification/verify-provider.server.ts";
import { DAY_MS } from "#app/lib/durations.ts";
import { parseEnv } from "#app/lib/env.server.ts";
import { createLogger } from "#app/lib/logger.server.ts";
import { openTestDatabase, queryRows, siteSettings } from "../factories.ts";
import { type SmtpFake, startSmtp } from "../fakes/smtp.ts";
import { createPdf } from "../papers.ts";
import { insertProvider } from "../providers.ts";

let context: Awaited<ReturnType<typeof openTestDatabase>> | undefined;
let smtp: SmtpFake | undefined;
const db = () => (context as NonNullable<typeof context>).db;
const start = new Date("2026-11-02T15:00:00Z");
let clock = start;
const { timeZone } = siteSettings;
const staffId = randomUUID();
let providerId = "";
let userId = "";

beforeEach(async () => {
  closeMailTransports();
  await smtp?.close();
  await context?.close();
  context = await openTestDatabase(inject("templateUrl"));
  smtp = await startSmtp();
  clock = start;
  ({ id: providerId } = await insertProvider(db().$client, { contact_email: "us@peach.example" }));
  userId = randomUUID();
  await db().$client.query(
    "insert into provider_users (id, provider_id, email, name, role, created_at) values ($1, $2, 'pat@peach.example', 'Pat', 'member', $3)",
    [userId, providerId, start],
  );
});
afterAll(async () => {
  closeMailTransports();
  await smtp?.close();
  await context?.close();
});

const action = (actor: string = staffId) => ({ db: db(), actor, now: clock, privateStore: null });
const loadContext = () => ({
  db: db(),
  now: () => clock,
  settings: { get: async () => siteSettings, drop() {} },
});
const mailContext = () => ({
  ...loadContext(),
  env: parseEnv({
    DATA_DIR: "/tmp/never-written",
    PUBLIC_URL: "https://henry.example",
    SMTP_URL: smtp?.url,
  }),
  log: createLogger("silent"),
});
async function add(
  kind: "license" | "insurance" = "license",
  { number = "MP-1", until = "2027-05-04" } = {},
): Promise<string> {
  const result = await addPaper(action(`provider:${providerId}`), {
    providerId,
    userId,
    fields: { kind, number, issuer: "Georgia Plumbing Board", valid_until: until },
    file: { contentType: "application/pdf", file: createPdf() },
  });
  expect(result).toBe("added");
  const [paper] = await queryRows<{ id: string }>(
    db(),
    "select id from provider_documents order by id desc limit 1",
  );
  return paper?.id ?? "";
}
const accept = (paperId: string, id = providerId) =>
  acceptPaper(action(), { id, paperId, staffName: "Ana", timeZone });
const listCustomersRead = async () =>
  (await listShownEvidence(db(), { providerId, now: clock, timeZone })).map(({ text }) => text);

test("an accepted paper becomes evidence, and customers read about it until it ends", async () => {
  const paperId = await add();
  expect(await listCustomersRead()).toEqual([]);
  expect(await listToCheck.rows(db(), { limit: 20 })).toMatchObject([
    { id: providerId, papers: 1, changes: 0, total: 1 },
  ]);
  expect(await accept(paperId)).toEqual({ ok: true });
  expect(await listToCheck.rows(db(), { limit: 20 })).toEqual([]);
  expect(
    await queryRows(
      db(),
      `select "check", description, checked_by as by, valid_until::text as until from verification_evidence`,
    ),
  ).toEqual([
    {
      check: "license",
      description: "License MP-1, Georgia Plumbing Board",
      by: "Ana",
      until: "2027-05-04",
    },
  ]);
  const insurance = "Insurance: no current proof on file.";
  const sentence =
    "Licensed: Georgia Plumbing Board, no. MP-1, checked Nov 2, 2026, valid until May 4, 2027";
  expect(await listCustomersRead()).toEqual([sentence]);
  const own = await loadOwnPapers(loadContext(), { providerId });
  expect(own.customersRead.map(({ text }) => text)).toEqual([sentence, insurance]);
  expect(own.papers).toMatchObject([{ badge: "Accepted", canRemove: false }]);
  clock = new Date("2027-04-20T15:00:00Z");
  expect((await loadOwnPapers(loadContext(), { providerId })).papers).toMatchObject([
    { badge: "Expires soon", sentence: expect.stringContaining("in 14 days") },
  ]);
  clock = new Date("2027-05-05T15:00:00Z");
  expect(await listCustomersRead()).toEqual([]);
  expect((await loadOwnPapers(loadContext(), { providerId })).papers).toMatchObject([
    { badge: "Expired", canRemove: true },
  ]);
});

test("accepted papers lead to the proposal that staff then accept", async () => {
  await accept(await add("license"));
  await accept(await add("insurance"));
  expect(await proposeStatuses(action("evidence"), { timeZone })).toMatchObject({ verified: 1 });
});

test("refused papers are never shown to customers, and the sender reads why", async () => {
  const paperId = await add("license", { number: "SECRET-9" });
  const refuse = (reason: string) => refusePaper(action(), { id: providerId, paperId, reason });
  expect(await refuse("")).toMatchObject({ ok: false, reason: "fields" });
  expect(await refuse("It is blurred.")).toEqual({ ok: true });
  expect(await listCustomersRead()).toEqual([]);
  expect((await loadOwnPapers(loadContext(), { providerId })).papers).toMatchObject([
    { badge: "Refused", sentence: "Refused: It is blurred.", canRemove: true },
  ]);
  expect(await mailProviderNotices(mailContext())).toBe(1);
  expect(smtp?.mails[0]?.to).toEqual(["pat@peach.example"]);
  expect(smtp?.mails[0]?.data).toContain("We could not accept your license");
  expect(smtp?.mails[0]?.data).toContain("Why: It is blurred.");
  expect(await accept(paperId)).toEqual({ ok: false, reason: "paper-gone" });
});

test("the decision goes to the company where its sender may not sign in any more", async () => {
  await accept(await add());
  await db().$client.query("update provider_users set is_active = false");
  expect(await mailProviderNotices(mailContext())).toBe(1);
  expect(smtp?.mails[0]?.to).toEqual(["us@peach.example"]);
  expect(await mailProviderNotices(mailContext())).toBe(0);
});

test("of many decisions at once one counts", async () => {
  const paperId = await add();
  const results = await Promise.all([
    ...Array.from({ length: 8 }, () => accept(paperId)),
    refusePaper(action(), { id: providerId, paperId, reason: "No." }),
  ]);
  expect(results.filter(({ ok }) => ok)).toHaveLength(1);
  const [counted] = await queryRows<{ evidence: number; state: string }>(
    db(),
    "select (select count(*)::int from verification_evidence) as evidence, state from provider_documents",
  );
  expect(counted?.evidence).toBe(counted?.state === "accepted" ? 1 : 0);
});

test("a provider has at most twenty papers, also when many are sent at once", async () => {
  const file = { contentType: "application/pdf" as const, file: createPdf() };
  const fields = {
    kind: "license" as const,
    number: "1",
    issuer: "Board",
    valid_until: "2027-05-04",
  };
  const results = await Promise.all(
    Array.from({ length: 25 }, () => addPaper(action(), { providerId, userId, fields, file })),
  );
  expect(results.filter((result) => result === "added")).toHaveLength(20);
  expect(results.filter((result) => result === "full")).toHaveLength(5);
});

test("a paper that proves something stays; once staff take its evidence back it may go", async () => {
  const paperId = await add();
  await accept(paperId);
  const remove = (id = providerId) =>
    removePaper(action(), { providerId: id, userId, paperId, timeZone });
  expect(await remove()).toBe("counts");
  const [paper] = await listPapers(db(), providerId);
  await removeEvidence(action(), {
    id: providerId,
    evidenceId: paper?.evidenceId ?? "",
    timeZone,
  });
  expect((await loadOwnPapers(loadContext(), { providerId })).papers).toMatchObject([
    { badge: "Taken back" },
  ]);
  expect(await listCustomersRead()).toEqual([]);
  const other = await insertProvider(db().$client);
  expect(await remove(other.id)).toBe("gone");
  expect(await remove()).toBe("removed");
});

test("another provider's paper is one that does not exist", async () => {
  const paperId = await add();
  const other = await insertProvider(db().$client);
  expect(
    await getPaperFile(db(), { providerId: other.id, paperId, prefersFile: false }),
  ).toBeNull();
  expect(await accept(paperId, other.id)).toEqual({ ok: false, reason: "paper-gone" });
  expect(await getPaperFile(db(), { providerId, paperId, prefersFile: false })).not.toBeNull();
});

test("a paper that ended while it waited is not accepted, and papers go with their provider", async () => {
  const paperId = await add("license", { until: "2026-11-02" });
  clock = new Date(start.getTime() + DAY_MS);
  expect(await accept(paperId)).toEqual({ ok: false, reason: "paper-ended" });
  await db().$client.query("delete from providers where id = $1", [providerId]);
  expect(await queryRows(db(), "select id from provider_documents")).toEqual([]);
});
