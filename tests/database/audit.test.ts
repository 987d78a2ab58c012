import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { exportAudit } from "#app/features/audit/export-audit.server.ts";
import { getAuditPage } from "#app/features/audit/queries.server.ts";
import { recordAudit } from "#app/features/audit/write-audit.server.ts";
import { recordChainVerification } from "#app/features/consent/mutations.server.ts";
import { createSettingsCache } from "#app/features/settings/queries.server.ts";
import { createLogger } from "#app/lib/logger.server.ts";
import { openTestDatabase, queryRows } from "../factories.ts";

let context: Awaited<ReturnType<typeof openTestDatabase>>;
const timeZone = "America/New_York";
const personId = "0190f1a0-0000-7000-8000-00000000bbbb";
const addEntry = (entry: {
  at: string;
  actor?: string;
  action?: string;
  entity?: string;
  entityId?: string;
  changes?: Record<string, unknown>;
}) => {
  const { at, actor = "tester", action = "save", entity = "settings", ...rest } = entry;
  const auditContext = { actor, now: new Date(at) };
  return recordAudit(context.db, auditContext, { action, entity, ...rest });
};
const page = (
  filter: Parameters<typeof getAuditPage>[1]["filter"],
  before: Parameters<typeof getAuditPage>[1]["before"] = null,
) => getAuditPage(context.db, { filter, before, timeZone });

beforeAll(async () => {
  context = await openTestDatabase(inject("templateUrl"));
  await context.db.$client.query(
    "insert into staff_users (id, name, email, created_at, updated_at) values ($1, 'Robin', 'r@example.com', now(), now())",
    [personId],
  );
  // Midnight in New York is 04:00 UTC in May.
  await addEntry({ at: "2026-05-04T03:59:59.999Z" });
  await addEntry({
    at: "2026-05-04T04:00:00Z",
    actor: personId,
    action: "set-role",
    entity: "staff",
    changes: { role: { from: "staff", to: "superadmin" } },
  });
  await addEntry({ at: "2026-05-05T03:59:59.999Z", changes: { brand: "=cmd" } });
  await addEntry({ at: "2026-05-05T04:00:00Z" });
});
afterAll(() => context.close());

test("filters by business day, and includes the first and the last day", async () => {
  const { rows } = await page({ from: "2026-05-04", to: "2026-05-04" });
  expect(rows.map(({ at }) => at.toISOString())).toEqual([
    "2026-05-05T03:59:59.999Z",
    "2026-05-04T04:00:00.000Z",
  ]);
});

test("combines filters by person, action and entity, and shows names", async () => {
  const { rows, choices, next } = await page({
    actor: personId,
    action: "set-role",
    entity: "staff",
  });
  expect(rows).toMatchObject([
    { actor: personId, actorName: "Robin", changes: { role: { from: "staff", to: "superadmin" } } },
  ]);
  expect(next).toBeNull();
  expect((await page({ actor: personId, action: "save" })).rows).toEqual([]);
  expect(choices.actors).toEqual([
    { value: personId, label: "Robin" },
    { value: "tester", label: "tester" },
  ]);
  expect(choices.entities).toEqual(["settings", "staff"]);
});

test("changed items have their name while they exist, and automatic actors a readable label", async () => {
  const deletedId = "0190f1a0-0000-7000-8000-00000000cccc";
  const quiz = "0190f1a0-0000-7000-8000-00000000dddd";
  await context.db.$client.query(
    "insert into quizzes (id, title, slug, description, service_type, questions, created_at, updated_at) values ($1, 'A drip', 'a-drip', 'd', 'Plumbing', '[]', now(), now())",
    [quiz],
  );
  const entries = [
    { entity: "quiz", entityId: quiz, actor: "built-in" },
    { entity: "quiz", entityId: deletedId, actor: "command-line" },
    { entity: "staff", entityId: personId, actor: "evidence" },
    { entity: "staff", entityId: "no id", actor: "retention" },
    { entity: "settings", entityId: personId, actor: "constructor" },
  ];
  for (const [second, entry] of entries.entries())
    await addEntry({ at: `2026-05-07T12:00:0${second}Z`, action: "name", ...entry });
  const { rows, choices } = await page({ action: "name" });
  expect(
    rows.map(({ entity, entityId, entityName }) => ({ entity, entityId, entityName })).toReversed(),
  ).toEqual([
    { entity: "quiz", entityId: quiz, entityName: "A drip" },
    { entity: "quiz", entityId: deletedId, entityName: null },
    { entity: "staff", entityId: personId, entityName: "Robin" },
    { entity: "staff", entityId: "no id", entityName: null },
    { entity: "settings", entityId: personId, entityName: null },
  ]);
  expect(choices.actors.map(({ label }) => label)).toEqual([
    "Built-in generator",
    "Command line",
    "constructor",
    "Data retention",
    "Evidence check",
    "Robin",
    "tester",
  ]);
});

test("pages follow each other without a gap, even if many rows have the same time", async () => {
  for (let row = 0; row < 120; row++)
    await addEntry({ at: "2026-06-01T12:00:00Z", entity: "many" });
  const seenIds = new Set<string>();
  let cursor: Parameters<typeof getAuditPage>[1]["before"] = null;
  let pages = 0;
  do {
    const { rows, next } = await page({ entity: "many" }, cursor);
    for (const { id } of rows) seenIds.add(id);
    cursor = next;
    pages += 1;
  } while (cursor);
  expect([seenIds.size, pages]).toEqual([120, 3]);
});

test("the export contains all filtered rows without formulas, and is logged", async () => {
  for (let row = 0; row < 1_000; row++)
    await addEntry({ at: "2026-06-02T12:00:00Z", entity: "export-me", actor: "=1+1" });
  const action = {
    db: context.db,
    actor: personId,
    now: new Date("2026-06-03T12:00:00Z"),
    httpRequestId: "r",
    settings: createSettingsCache(context.db),
    log: createLogger("silent"),
  };
  const download = await exportAudit(action, { filter: { entity: "export-me" } });
  const lines = (await download.text()).trimEnd().split("\r\n");
  expect(lines[0]).toBe("at,actor,actor_name,action,entity,entity_id,changes,http_request_id");
  expect(lines).toHaveLength(1_001);
  for (const line of lines.slice(1)) expect(line).toMatch(/^2026-06-02T12:00:00\.000Z,'=1\+1,/);
  expect(
    await queryRows(context.db, "select actor, changes from audit_log where action = 'export'"),
  ).toEqual([{ actor: personId, changes: { filter: ["entity"] } }]);
});

test("the check of the consent chain is logged with its result", async () => {
  const report = await recordChainVerification({
    db: context.db,
    actor: personId,
    now: new Date(),
  });
  expect(report).toEqual({ checked: 0, unsealed: 0, damage: null });
  expect(
    await queryRows(
      context.db,
      "select actor, changes from audit_log where entity = 'consent-chain'",
    ),
  ).toEqual([{ actor: personId, changes: { checked: 0, unsealed: 0, damage: null } }]);
});
