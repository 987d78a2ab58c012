import pg from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from "vitest";
import { updateConsentWording } from "#app/features/consent/mutations.server.ts";
import { getConsentPage } from "#app/features/consent/queries.server.ts";
import { createConsentTexts } from "#app/features/consent/texts.server.ts";
import { DEFAULT_CONSENT_TEMPLATE } from "#app/features/settings/consent-template.ts";
import { getGeneralPage, listShownClaims } from "#app/features/settings/loaders.server.ts";
import {
  saveGeneralSettings,
  saveRetentionSettings,
  setClaimWording,
} from "#app/features/settings/mutations.server.ts";
import { createSettingsCache, getSiteSettings } from "#app/features/settings/queries.server.ts";
import { getRetention } from "#app/features/settings/retention.server.ts";
import { savePhoneNumbers } from "#app/features/settings/save-phone-numbers.server.ts";
import { openTestDatabase, queryRows, siteSettings, storeRequest } from "../factories.ts";

let context: Awaited<ReturnType<typeof openTestDatabase>>;
const now = new Date("2026-05-04T10:00:00Z");
const actionContext = () => ({ db: context.db, actor: "tester", httpRequestId: "r", now });
beforeAll(async () => {
  context = await openTestDatabase(inject("templateUrl"));
});
afterAll(() => context.close());
beforeEach(() => context.owner.$client.query("delete from settings"));

const listKeys = async () =>
  (await queryRows<{ key: string }>(context.db, "select key from settings order by key")).map(
    ({ key }) => key,
  );
const getLastAudit = async () =>
  (
    await queryRows(
      context.db,
      "select actor, action, entity, changes from audit_log order by id desc limit 1",
    )
  )[0];
const saveGeneral = async (changes: Record<string, unknown>) => {
  const { values } = await getGeneralPage(context.db);
  return saveGeneralSettings(actionContext(), {
    values: { ...values, ...changes },
    opened: values,
  });
};

describe("general settings", () => {
  test("only changes are stored, with who and when; the audit row contains only contact data", async () => {
    expect(
      await saveGeneral({
        phone: "(800) 555-0123",
        brand: " Rosa's Repairs ",
        insurancePartners: [],
      }),
    ).toEqual({ ok: true, saved: ["brand", "phone", "insurancePartners"] });
    expect(await listKeys()).toEqual(["brand", "insurancePartners", "phone"]);
    expect(await getSiteSettings(context.db)).toMatchObject({
      phone: "(800) 555-0123",
      brand: "Rosa's Repairs",
      insurancePartners: [],
      company: siteSettings.company,
    });
    expect(
      await queryRows(
        context.db,
        "select updated_at, updated_by from settings where key = 'phone'",
      ),
    ).toEqual([{ updated_at: now, updated_by: "tester" }]);
    expect(await getLastAudit()).toMatchObject({
      actor: "tester",
      action: "save",
      changes: { phone: "changed", brand: { from: "Henry's Helpline", to: "Rosa's Repairs" } },
    });
    expect(await saveGeneral({})).toEqual({ ok: true, saved: [] });
  });

  test("what somebody else saved meanwhile in another field stays", async () => {
    const { values } = await getGeneralPage(context.db);
    await saveGeneral({ brand: "From the other one" });
    await saveGeneralSettings(actionContext(), {
      values: { ...values, persona: "Rosa" },
      opened: values,
    });
    expect(await getSiteSettings(context.db)).toMatchObject({
      brand: "From the other one",
      persona: "Rosa",
    });
  });

  test.each([
    ["phone", "call us"],
    ["phone", "555-0199"],
    ["phone", ""],
    ["email", "help"],
    ["timeZone", "Mars/Olympus"],
    ["policyDate", "13/1/2025"],
    ["copyrightYear", "soon"],
    ["brand", " "],
    ["brand", "x".repeat(61)],
    ["insurancePartners", Array(9).fill("Plan")],
  ])("%s may not be %j, and nothing is stored", async (field, value) => {
    const result = await saveGeneral({ [field]: value, persona: "Rosa" });
    expect(result).toMatchObject({ ok: false, errors: { [field]: expect.stringMatching(/\.$/) } });
    expect(await listKeys()).toEqual([]);
  });

  test("a save notifies, and a cache that is dropped then shows it", async () => {
    const cache = createSettingsCache(context.db);
    expect((await cache.get()).phone).toBe(siteSettings.phone);
    const listener = new pg.Client({ connectionString: context.url });
    await listener.connect();
    const notifiedAt = new Promise<number>((resolve) => {
      listener.on("notification", () => {
        cache.drop();
        resolve(Date.now());
      });
    });
    await listener.query("listen content_changed");
    const savedAt = Date.now();
    await saveGeneral({ phone: "(800) 555-0144" });
    expect((await notifiedAt) - savedAt).toBeLessThan(1_000);
    expect((await cache.get()).phone).toBe("(800) 555-0144");
    await listener.end();
  });
});

test("text that PostgreSQL cannot store loses what is invisible, and is stored", async () => {
  expect(await saveGeneral({ brand: "Rosa\0s \ud800Repairs" })).toMatchObject({ ok: true });
  expect((await getSiteSettings(context.db)).brand).toBe("Rosas \ufffdRepairs");
});

test("claims are switched individually, even at the same time; an unknown one is refused", async () => {
  const setNeutral = (id: string, isNeutral: boolean) =>
    setClaimWording(actionContext(), { id, isNeutral });
  expect(
    await Promise.all([
      setNeutral("five-star", true),
      setNeutral("experience", true),
      setNeutral("no-such", true),
    ]),
  ).toEqual([{ ok: true }, { ok: true }, { ok: false, reason: "unknown" }]);
  const listNeutralClaims = async () =>
    (await listShownClaims(context.db)).filter(({ isNeutral }) => isNeutral).map(({ id }) => id);
  expect(await listNeutralClaims()).toEqual(["five-star", "experience"]);
  await setNeutral("five-star", false);
  expect(await listNeutralClaims()).toEqual(["experience"]);
  expect(await getLastAudit()).toMatchObject({
    action: "switch-claim",
    changes: { neutral: { from: true, to: false } },
  });
});

test("retention keeps numbers within limits", async () => {
  expect(
    await saveRetentionSettings(actionContext(), {
      values: { retainClosedMonths: "12", retainOpenMonths: "24", retainDeviceDays: "90" },
    }),
  ).toEqual({
    ok: true,
    saved: ["retainClosedMonths"],
  });
  expect(await getRetention(context.db)).toEqual({
    retainClosedMonths: 12,
    retainOpenMonths: 24,
    retainDeviceDays: 90,
  });
  expect(
    await saveRetentionSettings(actionContext(), { values: { retainClosedMonths: "1" } }),
  ).toMatchObject({ ok: false, errors: { retainClosedMonths: expect.any(String) } });
  await context.db.$client.query(
    "update settings set value = '0' where key = 'retainClosedMonths'",
  );
  expect((await getRetention(context.db)).retainClosedMonths).toBe(24);
});

describe("the consent wording", () => {
  const saveWording = (values: { consent: string; terms: string }) =>
    updateConsentWording(actionContext(), { values });
  const originalWording = siteSettings.consentTemplate;
  const changedWording = {
    ...originalWording,
    consent: `${originalWording.consent} I can also write to you.`,
  };
  const createTexts = () => createConsentTexts(context.db, () => now);
  const loadCurrent = async () => createTexts().current(await getSiteSettings(context.db));

  test("a new version has its own text; old texts and records stay, and an old wording gets its version again", async () => {
    const { version } = DEFAULT_CONSENT_TEMPLATE;
    const before = await loadCurrent();
    await storeRequest(context.db);
    expect(await saveWording(changedWording)).toEqual({
      ok: true,
      version: version + 1,
      restored: false,
    });
    const after = await loadCurrent();
    expect(after.id).toMatch(new RegExp(`^quote-request-v${version + 1}-`));
    expect(after.wording.consent).toContain("I can also write to you.");
    expect(await createTexts().find(before.id)).toMatchObject({ version });
    const again = { ok: true, version: version + 1, restored: false };
    expect(await saveWording(changedWording), "after a lost response").toEqual(again);
    const page = await getConsentPage(context.db, { now });
    expect(page.template.version).toBe(version + 1);
    expect(page.texts.find(({ id }) => id === before.id)).toMatchObject({
      version,
      records: 1,
      isCurrent: false,
    });
    expect(page.texts.filter(({ isCurrent }) => isCurrent).map(({ id }) => id)).toEqual([after.id]);
    expect(await saveWording(originalWording)).toEqual({ ok: true, version, restored: true });
    expect((await loadCurrent()).id).toBe(before.id);
    expect(
      await saveWording({ ...originalWording, consent: `${originalWording.consent} Third.` }),
    ).toMatchObject({
      ok: true,
      version: version + 2,
    });
  });

  test("a request records the version that was shown", async () => {
    const count = (await queryRows(context.db, "select 1 from consent_texts")).length;
    await saveWording({ ...originalWording, consent: `${originalWording.consent} Fourth.` });
    const newTexts = createConsentTexts(context.db, () => now);
    const shownText = await newTexts.current(await getSiteSettings(context.db));
    const request = await storeRequest(context.db, {
      meta: { consent_text_id: shownText.id },
      texts: newTexts,
    });
    if (!request.ok) throw new Error(request.reason);
    expect(
      await queryRows(
        context.db,
        "select text_id, status from consent_records where service_request_id = $1",
        [request.id],
      ),
    ).toEqual([{ text_id: shownText.id, status: "captured" }]);
    expect((await queryRows(context.db, "select 1 from consent_texts")).length).toBe(count + 1);
  });

  test("the same wording with another company is another text of the same version", async () => {
    await saveWording(changedWording);
    const before = await loadCurrent();
    await saveGeneral({ company: "Rosa LLC" });
    const after = await loadCurrent();
    expect(after.id).not.toBe(before.id);
    expect((await createTexts().find(after.id))?.version).toBe(
      (await createTexts().find(before.id))?.version,
    );
  });

  test("a wording without a required part is refused with its name, and not used if stored", async () => {
    const incomplete = {
      ...originalWording,
      consent: originalWording.consent.replace("STOP", "no"),
    };
    expect(await saveWording(incomplete)).toMatchObject({
      ok: false,
      reason: "invalid",
      missing: ["how to end it: the word STOP"],
    });
    expect(await saveWording({ consent: "", terms: "" })).toMatchObject({
      ok: false,
      errors: { consent: "Fill this in." },
    });
    await context.db.$client.query(
      "insert into settings (key, value, updated_at) values ('consentTemplate', $1, now())",
      [JSON.stringify({ ...incomplete, version: 9 })],
    );
    expect((await getSiteSettings(context.db)).consentTemplate).toEqual(originalWording);
  });
});

describe("phone numbers of pages", () => {
  const ROW = { phone: "(800) 555-0111", label: "AC pages", pages: "/articles/cool\n/quiz" };
  const save = async (rows: readonly Partial<typeof ROW>[], opened?: unknown) => {
    const { phoneNumbers } = await getSiteSettings(context.db);
    const form = new FormData();
    form.set("opened", JSON.stringify(opened ?? phoneNumbers));
    for (const [index, row] of rows.entries())
      for (const [name, value] of Object.entries(row)) form.set(`${name}-${index}`, value);
    return savePhoneNumbers(actionContext(), { form });
  };
  const numbers = [{ phone: ROW.phone, label: ROW.label, pages: ["/articles/cool", "/quiz"] }];

  test("are stored without empty rows, with an audit row that has no number", async () => {
    expect(await save([{}, ROW, { phone: " " }])).toEqual({ ok: true, changed: true, numbers });
    expect((await getSiteSettings(context.db)).phoneNumbers).toEqual(numbers);
    expect(await getLastAudit()).toMatchObject({
      action: "save",
      changes: { phoneNumbers: [{ label: "AC pages", pages: ["/articles/cool", "/quiz"] }] },
    });
    expect(JSON.stringify(await getLastAudit())).not.toContain("0111");
    expect(await save([ROW])).toMatchObject({ ok: true, changed: false });
    expect(await save([{}])).toMatchObject({ ok: true, changed: true, numbers: [] });
  });

  test("are refused with a message at each field", async () => {
    const result = await save([
      {},
      { ...ROW, phone: "555", label: "" },
      { ...ROW, pages: "/backyard" },
      { phone: "(800) 555-0112", label: "No pages" },
    ]);
    expect(result).toMatchObject({
      ok: false,
      reason: "invalid",
      errors: {
        "phone-1": expect.stringMatching(/ten digits/),
        "label-1": expect.stringMatching(/label/),
        "pages-2": expect.stringMatching(/beginning of a page/),
        "pages-3": expect.stringMatching(/at least one page/),
      },
    });
    expect(
      await save([
        { ...ROW, phone: siteSettings.phone },
        { ...ROW, label: "Other" },
      ]),
    ).toEqual({
      ok: false,
      reason: "invalid",
      errors: {
        "phone-0": "This number is used already.",
        "pages-1": "/articles/cool is listed already.",
      },
    });
    expect(await listKeys()).toEqual([]);
  });

  test("are refused where somebody else has changed them since the page was opened", async () => {
    await save([ROW]);
    expect(await save([{ ...ROW, label: "Mine" }], [])).toEqual({ ok: false, reason: "changed" });
    expect((await getSiteSettings(context.db)).phoneNumbers).toEqual(numbers);
  });
});
