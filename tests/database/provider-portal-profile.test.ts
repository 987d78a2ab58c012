import { randomUUID } from "node:crypto";
import { afterAll, beforeEach, expect, inject, test } from "vitest";
import { closeMailTransports, type MailContext } from "#app/features/mail/send-mail.server.ts";
import {
  approveChange,
  refuseChange,
} from "#app/features/providers/changes/decide-change.server.ts";
import { getPendingChange } from "#app/features/providers/changes/request-change.server.ts";
import { mailProviderNotices } from "#app/features/providers/notices/mail-notices.server.ts";
import {
  type FormOutcome,
  handleProfileForm,
} from "#app/features/providers/own-profile/handle-form.server.ts";
import { loadOwnProfile } from "#app/features/providers/own-profile/load-profile.server.ts";
import { toProfile } from "#app/features/providers/profile/check-profile.server.ts";
import { getProvider } from "#app/features/providers/profile/queries.server.ts";
import { saveProfile } from "#app/features/providers/profile/save-profile.server.ts";
import { parseEnv } from "#app/lib/env.server.ts";
import { createLogger } from "#app/lib/logger.server.ts";
import { contactKeys, openTestDatabase, queryRows, siteSettings } from "../factories.ts";
import { type SmtpFake, startSmtp } from "../fakes/smtp.ts";
import { insertProvider } from "../providers.ts";

let context: Awaited<ReturnType<typeof openTestDatabase>> | undefined;
let smtp: SmtpFake | undefined;
const db = () => (context as NonNullable<typeof context>).db;
const now = new Date("2026-11-02T15:00:00Z");
const staffId = randomUUID();
let providerId = "";
let userId = "";
const ownerEmail = "pat@peach.example";

beforeEach(async () => {
  closeMailTransports();
  await smtp?.close();
  await context?.close();
  context = await openTestDatabase(inject("templateUrl"));
  smtp = await startSmtp();
  ({ id: providerId } = await insertProvider(db().$client, {
    company_name: "Peach Plumbing",
    contact_email: "old@peach.example",
    business_zip: "30303",
    service_categories: ["Plumbing"],
    service_area_zips: ["30301"],
  }));
  userId = await addOwner(ownerEmail);
});
afterAll(async () => {
  closeMailTransports();
  await smtp?.close();
  await context?.close();
});

const settings = { get: async () => siteSettings, drop() {} };
const mailContext = (): MailContext => ({
  db: db(),
  env: parseEnv({
    DATA_DIR: "/tmp/never-written",
    PUBLIC_URL: "https://henry.example",
    SMTP_URL: smtp?.url,
  }),
  log: createLogger("silent"),
  now: () => now,
  settings,
});
const ownContext = () => ({
  db: db(),
  actor: `provider:${providerId}`,
  now,
  contactKeys,
  settings,
});
const staffContext = () => ({ ...ownContext(), actor: staffId });

async function addOwner(email: string): Promise<string> {
  const id = randomUUID();
  await db().$client.query(
    "insert into provider_users (id, provider_id, email, name, role, created_at) values ($1, $2, $3, 'Pat', 'owner', $4)",
    [id, providerId, email, now],
  );
  return id;
}
const getStored = async () => {
  const provider = await getProvider(db(), providerId);
  if (!provider) throw new Error("no provider");
  return provider;
};
async function send(
  intent: string,
  fields: Record<string, string | string[]>,
  version?: number,
  isRecent = true,
): Promise<FormOutcome> {
  const form = new FormData();
  form.set("intent", intent);
  form.set("version", String(version ?? (await getStored()).version));
  for (const [name, values] of Object.entries(fields))
    for (const value of [values].flat()) form.append(name, value);
  return handleProfileForm(ownContext(), { form, providerId, userId, isRecent });
}
const company = (changes: Record<string, string> = {}) => ({
  company_name: "Peach Plumbing",
  business_address: "",
  business_city: "Atlanta",
  business_state: "GA",
  business_zip: "30303",
  ...changes,
});
const contact = (changes: Record<string, string> = {}) => ({
  contact_name: "Pat Example",
  phone: "(404) 555-0123",
  contact_email: "old@peach.example",
  ...changes,
});
const getPending = async () => (await getPendingChange(db(), providerId))?.changes;
const approve = async (changes: { changeId?: string; version?: number } = {}) => {
  const pending = await getPendingChange(db(), providerId);
  return approveChange(staffContext(), {
    id: providerId,
    changeId: pending?.id ?? "",
    version: (await getStored()).version,
    ...changes,
  });
};

test("a new company name waits for staff, who approve it", async () => {
  expect(await send("company", company({ company_name: "Peach & Sons" }))).toMatchObject({
    kind: "done",
    done: "waiting",
  });
  expect((await getStored()).companyName).toBe("Peach Plumbing");
  expect((await loadOwnProfile({ ...mailContext() }, { providerId }))?.pending?.lines).toEqual([
    { label: "Company name", from: "Peach Plumbing", to: "Peach & Sons", hint: null },
  ]);
  expect(await approve()).toEqual({ ok: true });
  expect(await getStored()).toMatchObject({ companyName: "Peach & Sons" });
  expect(await getPending()).toBeUndefined();
  expect(await mailProviderNotices(mailContext())).toBe(1);
  expect(await mailProviderNotices(mailContext())).toBe(0);
  expect(smtp?.mails[0]?.data).toContain("We approved the change of your profile");
  expect(smtp?.mails[0]?.data).toContain("https://henry.example/pro/profile");
});

test("a newer change replaces the one that waits; the other sections of it stay", async () => {
  await send("company", company({ company_name: "Peach & Sons" }));
  const first = await getPendingChange(db(), providerId);
  await send("services", { service_categories: ["Plumbing", "Roofing"] });
  await send("company", company({ company_name: "Peach & Daughters", business_city: "Decatur" }));
  expect(await getPending()).toEqual({
    company_name: { before: "Peach Plumbing", after: "Peach & Daughters" },
    business_city: { before: "Atlanta", after: "Decatur" },
    service_categories: { before: ["Plumbing"], after: ["Roofing"] },
  });
  // What staff have on their screen is not there any more.
  expect(await approve({ changeId: first?.id })).toEqual({ ok: false, reason: "change-gone" });
  // The old values again take the change back.
  expect(await send("company", company())).toMatchObject({ done: "unchanged" });
  expect(Object.keys((await getPending()) ?? {})).toEqual(["service_categories"]);
  expect(await queryRows(db(), "select count(*)::int from provider_changes")).toEqual([
    { count: 1 },
  ]);
});

test("services that are taken off count no more at once, new ones only once staff approve them", async () => {
  expect(await send("services", { service_categories: ["Roofing"] })).toMatchObject({
    done: "saved-waiting",
  });
  expect((await getStored()).categories).toEqual([]);
  expect(await approve()).toEqual({ ok: true });
  expect((await getStored()).categories).toEqual(["Roofing"]);
  expect(await send("services", { service_categories: ["Roofing", "Time travel"] })).toMatchObject({
    kind: "problem",
    problem: { status: 400 },
  });
});

test("a refused change keeps the old values, and the provider reads why", async () => {
  await send("company", company({ company_name: "Peach & Sons" }));
  const changeId = (await getPendingChange(db(), providerId))?.id ?? "";
  const refuse = (reason: string) =>
    refuseChange(staffContext(), { id: providerId, changeId, reason });
  expect(await refuse("  ")).toMatchObject({ ok: false, reason: "fields" });
  expect(await refuse("The license names another company.")).toEqual({ ok: true });
  expect((await getStored()).companyName).toBe("Peach Plumbing");
  expect((await loadOwnProfile({ ...mailContext() }, { providerId }))?.refusal).toEqual({
    lines: [{ label: "Company name", from: "Peach Plumbing", to: "Peach & Sons", hint: null }],
    reason: "The license names another company.",
  });
  expect(await mailProviderNotices(mailContext())).toBe(1);
  expect(smtp?.mails[0]?.data).toContain("Why: The license names another company.");
});

test("of many decisions at once one counts", async () => {
  await send("company", company({ company_name: "Peach & Sons" }));
  const changeId = (await getPendingChange(db(), providerId))?.id ?? "";
  const { version } = await getStored();
  const results = await Promise.all([
    ...Array.from({ length: 6 }, () => approve({ changeId, version })),
    refuseChange(staffContext(), { id: providerId, changeId, reason: "No." }),
  ]);
  expect(results.filter(({ ok }) => ok)).toHaveLength(1);
});

test("staff do not approve over what a colleague saved since they looked", async () => {
  await send("company", company({ company_name: "Peach & Sons" }));
  const { version } = await getStored();
  await db().$client.query("update providers set version = version + 1 where id = $1", [
    providerId,
  ]);
  expect(await approve({ version })).toEqual({ ok: false, reason: "conflict" });
});

test("contact data is saved at once, also the address of one of the people; the old one is told", async () => {
  await addOwner("new@peach.example");
  expect(
    await send("contact", contact({ contact_email: "New@Peach.example", phone: "404-555-0199" })),
  ).toMatchObject({ kind: "done", done: "saved" });
  expect(await getStored()).toMatchObject({
    contactEmail: "New@Peach.example",
    phone: "404-555-0199",
    version: 2,
  });
  expect(await mailProviderNotices(mailContext())).toBe(1);
  expect(smtp?.mails[0]?.to).toEqual(["old@peach.example"]);
  expect(smtp?.mails[0]?.data).toContain("The email address of your company was changed");
  expect(smtp?.mails[0]?.data).not.toContain("New@Peach.example");
  expect(await queryRows(db(), "select id from provider_changes")).toEqual([]);
  const audits = await queryRows<{ actor: string; changes: Record<string, unknown> }>(
    db(),
    "select actor, changes from audit_log where action = 'save-profile'",
  );
  expect(audits).toEqual([
    {
      actor: `provider:${providerId}`,
      changes: { person: userId, phone: expect.anything(), contact_email: expect.anything() },
    },
  ]);
  expect(JSON.stringify(audits)).not.toMatch(/peach\.example|0199/);
  expect(await send("contact", contact({ contact_email: "" }))).toMatchObject({
    problem: { errors: { contact_email: "Enter an email address: offers go there." } },
  });
});

test("an address that none of the people has proved waits for staff; name and phone do not", async () => {
  const typo = "typo@stranger.example";
  expect(
    await send("contact", contact({ contact_email: typo, phone: "404-555-0199" })),
  ).toMatchObject({ kind: "done", done: "saved-waiting" });
  expect(await getStored()).toMatchObject({
    contactEmail: "old@peach.example",
    phone: "404-555-0199",
  });
  expect(await mailProviderNotices(mailContext())).toBe(0);
  const own = await loadOwnProfile({ ...mailContext() }, { providerId });
  expect(own?.pending?.lines).toEqual([
    {
      label: "Email for offers",
      from: "old@peach.example",
      to: typo,
      hint: expect.stringContaining("call the company first"),
    },
  ]);
  // Nothing of it is in the log.
  const audits = await queryRows(db(), "select changes from audit_log");
  expect(JSON.stringify(audits)).not.toContain("stranger.example");
  // The old address again takes it back.
  expect(await send("contact", contact({ phone: "404-555-0199" }))).toMatchObject({
    done: "unchanged",
  });
  expect(await getPending()).toBeUndefined();
});

test("once staff approve an address, offers go there and the former one is told", async () => {
  const shared = { contact_email: "office@peach.example" };
  expect(await send("contact", contact(shared))).toMatchObject({ done: "waiting" });
  expect(await approve()).toEqual({ ok: true });
  expect((await getStored()).contactEmail).toBe("office@peach.example");
  expect(await mailProviderNotices(mailContext())).toBe(2);
  const subjects = Object.fromEntries(
    (smtp?.mails ?? []).map(({ to, data }) => [to[0], /^Subject: (.*)$/m.exec(data)?.[1]]),
  );
  expect(subjects).toEqual({
    "old@peach.example": "The email address of your company was changed",
    [ownerEmail]: "We approved the change of your profile",
  });
});

test("an address of who has no access any more, or of another company, waits", async () => {
  await addOwner("left@peach.example");
  await db().$client.query("update provider_users set is_active = false where email like 'left@%'");
  const other = await insertProvider(db().$client);
  await db().$client.query(
    "insert into provider_users (id, provider_id, email, name, role, created_at) values (gen_random_uuid(), $1, 'rita@rival.example', 'Rita', 'owner', $2)",
    [other.id, now],
  );
  for (const address of ["left@peach.example", "rita@rival.example"])
    expect(await send("contact", contact({ contact_email: address })), address).toMatchObject({
      done: "waiting",
    });
  expect((await getStored()).contactEmail).toBe("old@peach.example");
  // A proved one replaces the one that waits.
  expect(await send("contact", contact({ contact_email: ownerEmail }))).toMatchObject({
    done: "saved",
  });
  expect(await getPending()).toBeUndefined();
});

test("contact data needs a sign-in not long ago; the rest of the profile does not", async () => {
  const typed = contact({ contact_email: "thief@peach.example" });
  expect(await send("contact", typed, undefined, false)).toMatchObject({
    problem: { status: 403, shown: { typed: { contact_email: ["thief@peach.example"] } } },
  });
  expect((await getStored()).contactEmail).toBe("old@peach.example");
  expect(await send("zips", { zips: "30030" }, undefined, false)).toMatchObject({ done: "saved" });
});

test("an area that covers the same ZIP codes as before is no change of them in the audit log", async () => {
  const listChanges = () =>
    queryRows<{ changes: Record<string, unknown> }>(
      db(),
      "select changes from audit_log order by id",
    );
  await send("zips", { zips: "30301 30030" });
  await send("zips", { zips: "30030 30301" });
  await send("zips", { zips: "30030" });
  expect((await listChanges()).map(({ changes }) => changes.service_area_zips)).toEqual([
    { added: ["30030"], removed: [] },
    undefined,
    { added: [], removed: ["30301"] },
  ]);
});

test("the address for offers is changed three times an hour at most", async () => {
  for (const index of [0, 1, 2, 3]) await addOwner(`${index}@peach.example`);
  for (const [index, done] of ["saved", "saved", "saved", undefined].entries()) {
    const outcome = await send("contact", contact({ contact_email: `${index}@peach.example` }));
    expect(outcome.kind === "done" ? outcome.done : undefined).toBe(done);
  }
  expect((await getStored()).contactEmail).toBe("2@peach.example");
});

test("whoever saves second is shown what the first saved, provider and staff alike", async () => {
  const opened = await getStored();
  await send("contact", contact({ phone: "404-555-0199" }));
  const refused = await send("contact", contact({ contact_name: "Sam" }), opened.version);
  expect(refused).toMatchObject({ kind: "problem", problem: { status: 409 } });
  expect(refused).not.toHaveProperty("problem.shown");
  expect(
    await saveProfile(staffContext(), {
      id: providerId,
      values: { ...formValues(opened), phone: "404-555-0111" },
      version: opened.version,
      creditsOpened: 0,
      timeZone: siteSettings.timeZone,
    }),
  ).toEqual({ ok: false, reason: "conflict" });
  expect((await getStored()).phone).toBe("404-555-0199");
});

test("a form that was opened before a colleague asked for an address does not take it back", async () => {
  const opened = await getStored();
  await send("contact", contact({ contact_email: "new@peach.example" }));
  const refused = await send("contact", contact({ phone: "404-555-0199" }), opened.version);
  expect(refused).toMatchObject({ kind: "problem", problem: { status: 409 } });
  expect(await getPending()).toMatchObject({ contact_email: { after: "new@peach.example" } });
});

/** A provider as the staff form sends it. */
function formValues(provider: Awaited<ReturnType<typeof getStored>>) {
  const { service_area_zips: zips, ...values } = toProfile(provider, siteSettings.timeZone);
  const texts = Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      Array.isArray(value) ? value : String(value ?? ""),
    ]),
  );
  return { ...texts, service_area_zips: zips.join(" ") };
}

test("an area is stored as its entries and its ZIP codes; a list from staff replaces the entries", async () => {
  const shown = await send("areas", { zip: ["30303", ""], miles: ["10", "0"], act: "show" });
  expect(shown).toMatchObject({ kind: "shown", shown: { areas: [{ zip: "30303", miles: 10 }] } });
  expect((await getStored()).zips).toEqual(["30301"]);
  expect(await send("areas", { zip: ["30303", ""], miles: ["10", "0"] })).toMatchObject({
    done: "saved",
  });
  const { zips, version } = await getStored();
  expect(zips.length).toBeGreaterThan(20);
  const own = await loadOwnProfile({ ...mailContext() }, { providerId });
  expect(own?.areas).toEqual([{ zip: "30303", miles: 10 }]);
  expect(own?.area.sentence).toContain(`This entry covers ${zips.length} ZIP codes in Georgia`);
  // Whether a request was outside the area when it was accepted is read from the audit log.
  expect(
    await queryRows(
      db(),
      "select 1 as found from audit_log where action = 'save-profile' and changes ? 'service_area_zips'",
    ),
  ).toEqual([{ found: 1 }]);

  const stored = await getStored();
  const values = { ...formValues(stored), service_area_zips: "30301 30303" };
  expect(
    await saveProfile(staffContext(), {
      id: providerId,
      values,
      version,
      creditsOpened: 0,
      timeZone: siteSettings.timeZone,
    }),
  ).toEqual({ ok: true });
  const after = await loadOwnProfile({ ...mailContext() }, { providerId });
  expect(after?.areas).toBeNull();
  expect(after?.area.sentence).toBe(
    "This is a list of 2 ZIP codes in Georgia, such as 30301 Atlanta, 30303 Atlanta.",
  );
  expect(await send("zips", { zips: "30301, 30030; 99999" })).toMatchObject({
    problem: { errors: { zips: "There are no such ZIP codes: 99999." } },
  });
  expect(await send("zips", { zips: "30301\n30030" })).toMatchObject({ done: "saved" });
  expect((await getStored()).zips).toEqual(["30301", "30030"]);
});

const getSettings = async () =>
  (
    await queryRows(
      db(),
      "select min_job_value::float8 as min, offer_hours as hours, max_offers_per_day as most, paused_until as paused from provider_settings",
    )
  )[0];
const openedHours = async () =>
  (await loadOwnProfile({ ...mailContext() }, { providerId }))?.hours.opened ?? "";

test("job value, hours and the most a day are saved, unless somebody else saved them first", async () => {
  const opened = await openedHours();
  const days = (open: string, close: string) => ({
    from: ["", open, open, open, open, open, ""],
    until: ["", close, close, close, close, close, ""],
  });
  const fields = { any_time: "no", most: "5", opened, ...days("08:00", "18:30") };
  expect(await send("hours", fields)).toMatchObject({ done: "saved" });
  const weekday = { from: 480, until: 1_110 };
  const hours = [null, weekday, weekday, weekday, weekday, weekday, null];
  expect(await getSettings()).toMatchObject({ hours, most: 5 });
  expect(await send("hours", { ...fields, most: "9" })).toMatchObject({ problem: { status: 409 } });
  expect(
    await send("hours", { any_time: "no", most: "0", opened: "", from: ["9"], until: [""] }),
  ).toMatchObject({ problem: { errors: { day_0: expect.any(String), most: expect.any(String) } } });
  const jobs = await loadOwnProfile({ ...mailContext() }, { providerId });
  const value = { min_job_value: "250", max_job_value: "", opened: jobs?.jobValue.opened ?? "" };
  expect(await send("job-value", value)).toMatchObject({ done: "saved" });
  expect(await getSettings()).toMatchObject({ min: 250, hours, most: 5 });
  expect(await send("job-value", { ...value, max_job_value: "100" })).toMatchObject({
    problem: { errors: { max_job_value: "The maximum is below the minimum." } },
  });
});

test("a pause ends by itself, at a day's beginning in the zone of the business, or by hand", async () => {
  await send("pause", { pause: "week" });
  expect(await getSettings()).toMatchObject({ paused: new Date("2026-11-09T15:00:00Z") });
  await send("pause", { pause: "until", until: "2026-11-20" });
  expect(await getSettings()).toMatchObject({ paused: new Date("2026-11-20T05:00:00Z") });
  for (const until of ["2026-11-02", "2020-01-01", "2028-01-01", "", "soon"])
    expect(await send("pause", { pause: "until", until }), until).toMatchObject({
      problem: { status: 400 },
    });
  await send("pause", { pause: "end" });
  expect(await getSettings()).toMatchObject({ paused: null });
});
