import { randomUUID } from "node:crypto";
import { expect } from "vitest";
import { DAY_MS } from "#app/lib/durations.ts";
import { insertProvider } from "../providers.ts";
import { createSignedInStaff } from "../staff.ts";
import { test } from "./http-client.ts";
import { createVisitor, findLink } from "./visitor.ts";

const LIST = "/backyard/providers";
const MB = 1024 * 1024;

test("the list of providers has pages, newest first", async ({ db }) => {
  const { name } = await insertProvider(db);
  for (let index = 0; index < 50; index++)
    await insertProvider(db, {
      company_name: `${name} ${String(index).padStart(2, "0")}`,
      created_at: new Date(Date.now() - (index + 1) * 1_000),
    });
  const staff = createVisitor(await createSignedInStaff(db, "staff"));
  const firstPage = await staff.open(`${LIST}?q=${encodeURIComponent(name)}`);
  const listNames = (html: string) => [
    ...new Set(html.match(new RegExp(`${name}(?: \\d\\d)?`, "g"))),
  ];
  expect(listNames(firstPage.html)).toHaveLength(50);
  expect(firstPage.text.indexOf(`${name} 00`)).toBeLessThan(firstPage.text.indexOf(`${name} 01`));
  expect(firstPage.text).not.toContain(`${name} 49`);
  const olderPage = await staff.open(findLink(firstPage.html, "Older") ?? "");
  expect(olderPage.text).toContain(`${name} 49`);
  expect(olderPage.text).not.toContain(`${name} 48`);
  const newerPage = await staff.open(findLink(olderPage.html, "Newer") ?? "");
  expect(listNames(newerPage.html)).toEqual(listNames(firstPage.html));
});

test("the list shows that a verification has expired", async ({ db }) => {
  const { name } = await insertProvider(db, {
    verification_status: "verified",
    verified_until: new Date(Date.now() - DAY_MS),
  });
  const staff = createVisitor(await createSignedInStaff(db, "staff"));
  const { text } = await staff.open(`${LIST}?q=${encodeURIComponent(name)}`);
  expect(text).toMatch(/Ended [A-Z]/);
});

test("a new provider is added once invalid fields are corrected, and opens", async ({ db }) => {
  const name = `Peach ${randomUUID().slice(0, 8)}`;
  const staff = createVisitor(await createSignedInStaff(db, "staff"));
  const invalid = await staff.submit(`${LIST}/new.data`, { company_name: name });
  expect(invalid.status).toBe(400);
  expect(invalid.html).toContain("Enter the contact name.");
  const response = await staff.submit(`${LIST}/new`, {
    company_name: name,
    contact_name: "Ana Lopez",
    phone: "404 555 0155",
    verification_status: "pending",
    credits: "0",
  });
  const { rows } = await db.query(
    "select id, verification_status, credits::float8 as credits from providers where company_name = $1",
    [name],
  );
  expect(rows).toMatchObject([{ verification_status: "pending", credits: 0 }]);
  expect([response.status, response.location]).toEqual([302, `${LIST}/${rows[0]?.id}`]);
});

test("an unknown provider is not found, with a link to the list", async ({ db }) => {
  const staff = createVisitor(await createSignedInStaff(db, "staff"));
  const page = await staff.open(`${LIST}/${randomUUID()}`);
  expect(page.status).toBe(404);
  expect(page.text).toContain("Provider not found");
  expect(findLink(page.html, "Back to the list")).toBe(LIST);
});

test("a file of exactly 10 MB is read, and a larger one is refused", async ({ db }) => {
  const staff = createVisitor(await createSignedInStaff(db, "staff"));
  const uploadFile = (bytes: number) => {
    const form = new FormData();
    form.set("intent", "check");
    form.set("file", new File([Buffer.alloc(bytes, "a")], "providers.csv", { type: "text/csv" }));
    return staff.submit(`${LIST}/import.data`, form);
  };
  expect((await uploadFile(10 * MB)).html).toContain("The first line has no column");
  expect((await uploadFile(10 * MB + 1)).html).toContain("too large");
});
