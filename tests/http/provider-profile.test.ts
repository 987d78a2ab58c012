import type pg from "pg";
import { expect } from "vitest";
import { createSignedInPerson } from "../provider-people.ts";
import { insertProvider } from "../providers.ts";
import { createSignedInStaff } from "../staff.ts";
import { site, test } from "./http-client.ts";
import { createVisitor } from "./visitor.ts";

const PATH = "/pro/profile";

async function openPortal(db: pg.Client, role: "owner" | "member" = "owner") {
  const { id, name } = await insertProvider(db, {
    contact_email: "us@peach.example",
    business_zip: "30303",
    service_categories: ["Plumbing"],
    service_area_zips: ["30301"],
  });
  const person = await createSignedInPerson(db, { role, providerId: id });
  const browser = createVisitor({ headers: person.headers });
  const load = async () =>
    (await db.query("select * from providers where id = $1", [id])).rows[0] as {
      version: number;
      company_name: string;
      phone: string;
      service_area_zips: string[];
    };
  return {
    id,
    name,
    person,
    ...browser,
    load,
    send: async (intent: string, fields: Record<string, string>) =>
      browser.submit(PATH, { intent, version: String((await load()).version), ...fields }),
  };
}

/** The parts of the profile whose forms are shown. */
const listOpenParts = (html: string) =>
  [...html.matchAll(/<section id="([\w-]+)"[^>]*><details open/g)].map(([, id]) => id);

test("the profile is an overview that says what is set, with its forms closed", async ({ db }) => {
  const portal = await openPortal(db);
  const page = await portal.open(PATH);
  for (const value of [
    "Pause Not paused",
    "Area A list of 1 ZIP code",
    "Services Plumbing",
    "Jobs you take Jobs of any size",
    "When you take offers At any time",
    `Company ${portal.name}`,
    "New offers go to Test Person, us@peach.example",
  ])
    expect(page.text).toContain(value);
  expect(listOpenParts(page.html)).toEqual([]);
  const refused = await portal.send("areas", { zip: "00000", miles: "10", act: "save" });
  expect(listOpenParts(refused.html)).toEqual(["areas"]);
});

test("an owner changes the company and reads that it waits; staff see it the same way", async ({
  db,
}) => {
  const portal = await openPortal(db);
  const company = { company_name: "Peach & Sons", business_zip: "30303", business_state: "GA" };
  const sent = await portal.send("company", company);
  expect([sent.status, sent.location]).toEqual([303, `${PATH}?done=waiting&in=company#notice`]);
  const page = await portal.open(sent.location ?? "");
  expect(page.text).toContain(
    "Sent to our team. Until they approve it, your current details stay in use.",
  );
  expect(page.text).toContain("Waiting for our team since");
  expect(page.text).toContain(`Company name: from ${portal.name} to Peach & Sons`);
  expect(listOpenParts(page.html)).toEqual(["company"]);
  expect((await portal.load()).company_name).toBe(portal.name);

  const staff = createVisitor({ headers: (await createSignedInStaff(db, "staff")).headers });
  const viewed = await staff.open(`/backyard/providers/${portal.id}/portal/profile`);
  expect(viewed.status).toBe(200);
  expect(viewed.text).toContain("Waiting for our team since");
  expect((await staff.open("/backyard/providers")).text).toContain("to check");
});

test("a member looks at everything, and may only pause", async ({ db }) => {
  const portal = await openPortal(db, "member");
  const page = await portal.open(PATH);
  expect(page.status).toBe(200);
  expect(page.text).toContain("Only owners of your company can change this.");
  for (const intent of ["company", "contact", "services", "areas", "zips", "job-value", "hours"])
    expect((await portal.send(intent, { phone: "404-555-0199" })).status, intent).toBe(403);
  expect((await portal.load()).phone).toBe("(404) 555-0123");
  const paused = await portal.send("pause", { pause: "day" });
  expect(paused.location).toBe(`${PATH}?done=paused&in=pause#notice`);
  expect((await portal.open(PATH)).text).toContain("Paused until");
});

test("an area is shown before it is saved, and refused with its unknown ZIP codes", async ({
  db,
}) => {
  const portal = await openPortal(db);
  const shown = await portal.send("areas", { zip: "30303", miles: "10", act: "show" });
  expect(shown.status).toBe(200);
  expect(shown.text).toMatch(/Not saved yet This entry covers \d+ ZIP codes in Georgia/);
  expect(shown.text).toMatch(/30303 Atlanta, GA, within 10 miles: \d+ ZIP codes/);
  expect((await portal.load()).service_area_zips).toEqual(["30301"]);
  const refused = await portal.send("areas", { zip: "00000", miles: "10", act: "save" });
  expect(refused.status).toBe(400);
  expect(refused.text).toContain("There are no such ZIP codes: 00000.");
  expect(refused.html).toContain('value="00000"');
  const saved = await portal.send("areas", { zip: "30303", miles: "10", act: "save" });
  expect(saved.location).toBe(`${PATH}?done=saved&in=areas#notice`);
  const page = await portal.open(PATH);
  expect(page.text).toMatch(/Saved now This entry covers \d+ ZIP codes in Georgia/);
  expect((await portal.load()).service_area_zips.length).toBeGreaterThan(20);
});

test("after an hour contact data needs another sign-in, and what was typed stays", async ({
  db,
}) => {
  const portal = await openPortal(db);
  await db.query(
    "update provider_sessions set created_at = now() - interval '61 minutes' where id = $1",
    [portal.person.sessionId],
  );
  const contact = {
    contact_name: "Pat",
    phone: "404-555-0199",
    contact_email: "new@peach.example",
  };
  const page = await portal.send("contact", contact);
  expect(page.status).toBe(403);
  expect(page.text).toContain("Sign in again to do this: it is more than an hour since you did.");
  expect(page.html).toContain('value="new@peach.example"');
  expect((await portal.load()).phone).toBe("(404) 555-0123");
});

test("whoever was second sees what is stored now, and nothing is overwritten", async ({ db }) => {
  const portal = await openPortal(db);
  await db.query("update providers set phone = '404-555-0188', version = 2 where id = $1", [
    portal.id,
  ]);
  const contact = { contact_name: "Pat", phone: "404-555-0199", contact_email: "us@peach.example" };
  const page = await portal.send("contact", { ...contact, version: "1" });
  expect(page.status).toBe(409);
  expect(page.text).toContain("so your entries were not saved");
  expect(page.html).toContain('value="404-555-0188"');
  expect(page.html).not.toContain("404-555-0199");
  expect((await portal.load()).phone).toBe("404-555-0188");
});

test("an unknown code in the address and an unknown form say nothing and change nothing", async ({
  db,
}) => {
  const portal = await openPortal(db);
  for (const code of ["constructor", "__proto__", "nonsense"])
    expect((await portal.open(`${PATH}?done=${code}&in=company`)).html).not.toContain(
      'id="notice"',
    );
  expect((await portal.send("nonsense", {})).status).toBe(400);
  expect((await fetch(`${site()}${PATH}`, { redirect: "manual" })).status).toBe(302);
});
