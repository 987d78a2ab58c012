import { randomInt, randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import type pg from "pg";
import { parseCalendar } from "../calendar.ts";
import { insertOffer } from "../customer-page.ts";
import { buildIntakeBody } from "../factories.ts";
import { insertPlumber } from "../offers.ts";
import { axeFindings } from "./axe.ts";
import { expect, test } from "./fixtures.ts";

test.use({
  javaScriptEnabled: false,
  expectedProblems: [/40[09] \((?:Bad Request|Conflict)\)/],
});

/** Sends a request as the wizard does. @returns its id and the path of the customer's page */
async function sendRequest(
  db: pg.Client,
  { url, zip, address }: { url: string; zip: string; address: string },
) {
  const name = `Robin ${randomUUID().slice(0, 8)}`;
  const phone = `(404) ${randomInt(200, 1_000)}-${String(randomInt(10_000)).padStart(4, "0")}`;
  const body = buildIntakeBody({ values: { name, phone, zipCode: zip } });
  const response = await fetch(`${url}/functions/v1/contact-sync`, {
    method: "POST",
    headers: {
      "Content-Type": "application/json",
      Authorization: "Bearer public-anon-key",
      "Idempotency-Key": randomUUID(),
      "X-Forwarded-For": address,
    },
    body: JSON.stringify(body),
  });
  const { request_url: pageUrl } = (await response.json()) as { request_url: string };
  const { rows } = await db.query<{ id: string }>(
    "select id from service_requests where customer_name = $1",
    [name],
  );
  return { id: rows[0]?.id ?? "", path: new URL(pageUrl).pathname, name, phone };
}

/**
 * Axe finds nothing, and nothing is wider than a small phone. Axe itself needs script, so it reads a
 * copy of the page.
 */
async function expectReadable(page: Page) {
  const html = (await page.content()).replaceAll(/<script[^>]*>[\s\S]*?<\/script>/g, "");
  const copy = await (
    await page.context().browser()?.newContext({ javaScriptEnabled: true })
  )?.newPage();
  if (!copy) throw new Error("no browser");
  await copy.setContent(html);
  expect(await axeFindings(copy)).toEqual([]);
  await copy.context().close();
  const size = page.viewportSize() ?? { width: 390, height: 844 };
  await page.setViewportSize({ width: 320, height: 640 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(
    true,
  );
  await page.setViewportSize(size);
}

const chooseTime = async (
  page: Page,
  group: string,
  { day, time }: { day: number; time: string },
) => {
  const fields = page.getByRole("group", { name: group });
  await fields.getByRole("combobox", { name: "Day" }).selectOption({ index: day });
  await fields.getByRole("combobox", { name: "Time" }).selectOption(time);
};

test("a customer chooses times, a provider picks one, the yes books it, and both move it", async ({
  page,
  db,
  baseURL,
  visitorAddress,
}) => {
  const zip = "10023";
  const customer = await sendRequest(db, { url: baseURL ?? "", zip, address: visitorAddress });
  const provider = await insertPlumber(db, zip);
  await page.goto(customer.path);
  await page.getByText("Choose times", { exact: true }).click();
  await expect(page.getByText("Times are in Eastern Time, where the job is.")).toBeVisible();
  await chooseTime(page, "First time", { day: 3, time: "2 to 4 PM" });
  await page
    .getByRole("group", { name: "Second time" })
    .getByRole("combobox", { name: "Day" })
    .selectOption({ index: 4 });
  await page.getByRole("button", { name: "Save these times" }).click();
  await expect(page.getByText("Choose a day and a time, or neither.")).toBeVisible();
  await expectReadable(page);
  await page
    .getByRole("group", { name: "Second time" })
    .getByRole("combobox", { name: "Time" })
    .selectOption("8 to 10 AM");
  await page.getByRole("button", { name: "Save these times" }).click();
  await expect(page.locator("#notice")).toHaveText("Your times are saved.");

  const offer = await insertOffer(db, { requestId: customer.id, providerId: provider.id });
  await page.goto(offer);
  await expectReadable(page);
  await page.getByRole("button", { name: "Accept for 25 credits" }).click();
  await expect(page.getByText("Choose one of these times, or “None of these fits”.")).toBeVisible();
  await page.getByRole("radio", { name: "2 to 4 PM Eastern Time" }).check();
  await page.getByRole("button", { name: "Accept for 25 credits" }).click();
  await expect(page.getByText("Keep it free: it is booked with their yes.")).toBeVisible();
  await expect(page.getByText(customer.name)).toHaveCount(0);

  await page.goto(customer.path);
  await expect(page.getByText(/They can come .* 2 to 4 PM Eastern Time/)).toBeVisible();
  await page.getByRole("button", { name: `Yes, ${provider.name} may call me` }).click();
  await expect(page.getByRole("heading", { name: "The visit" })).toBeVisible();
  const downloading = page.waitForEvent("download");
  await page.getByRole("link", { name: "Add to calendar" }).click();
  const { event } = parseCalendar(await readFile(await (await downloading).path(), "utf8"));
  expect(event.STATUS?.value).toBe("CONFIRMED");
  expect(event.SUMMARY?.value).toBe(`Plumbing: ${provider.name}`);

  await page.getByText("Move the visit").first().click();
  await chooseTime(page, "New time", { day: 5, time: "10 AM to 12 PM" });
  await page.getByRole("button", { name: "Move the visit" }).click();
  await expect(page.getByText("Say why, in up to 300 characters.")).toBeVisible();
  await expectReadable(page);
  await page.getByRole("textbox", { name: "Why?" }).first().fill("I work that day");
  await page.getByRole("button", { name: "Move the visit" }).click();
  await expect(page.locator("#notice")).toHaveText(
    "The visit is moved, and we are letting the company know. If it is today or tomorrow, please call them too.",
  );

  await page.goto(offer);
  await expect(page.getByText("The customer moved it from")).toContainText("“I work that day”");
  await expectReadable(page);
  await page.getByText("Move the visit").first().click();
  await chooseTime(page, "New time", { day: 6, time: "4 to 6 PM" });
  await page.getByRole("textbox", { name: "Why?" }).first().fill("The part comes on that day");
  await page.getByRole("button", { name: "Move the visit" }).click();
  await expect(page.getByText(/4 to 6 PM Eastern Time/).first()).toBeVisible();
  await page.goto(customer.path);
  await expect(page.getByText(`${provider.name} moved it from`)).toContainText(
    "“The part comes on that day”",
  );
});

test("a customer corrects the address and changes the phone number, and the provider sees it", async ({
  page,
  db,
  baseURL,
  visitorAddress,
}) => {
  const zip = "10024";
  const customer = await sendRequest(db, { url: baseURL ?? "", zip, address: visitorAddress });
  const provider = await insertPlumber(db, zip);
  const offer = await insertOffer(db, { requestId: customer.id, providerId: provider.id });
  await page.goto(offer);
  await page.getByRole("button", { name: "Accept for 25 credits" }).click();
  await page.goto(customer.path);
  await page.getByRole("button", { name: `Yes, ${provider.name} may call me` }).click();

  await page.getByText("Address, email or description").click();
  await page.getByRole("textbox", { name: "Street address" }).fill("");
  await page.getByRole("textbox", { name: "City" }).fill("Decatur");
  await page.getByRole("button", { name: "Save corrections" }).click();
  await expect(page.getByText("Enter the street address of the property.")).toBeVisible();
  await expect(page.getByRole("textbox", { name: "City" })).toHaveValue("Decatur");
  await expectReadable(page);
  await page.getByRole("textbox", { name: "Street address" }).fill("9 Oak Street");
  await page.getByRole("button", { name: "Save corrections" }).click();
  await expect(page.locator("#notice")).toHaveText("Your corrections are saved.");

  await page.getByText("Phone number", { exact: true }).click();
  await page.getByRole("textbox", { name: "New phone number" }).fill("123");
  await page.getByRole("button", { name: "Submit the new number" }).click();
  await expect(page.getByText("Enter a US phone number of 10 digits")).toBeVisible();
  await expect(
    page.getByText("may call me, by hand, about this request at this new number."),
  ).toBeVisible();
  await expectReadable(page);
  const phone = `(212) ${randomInt(200, 1_000)}-${String(randomInt(10_000)).padStart(4, "0")}`;
  await page.getByRole("textbox", { name: "New phone number" }).fill(phone);
  await page.getByRole("button", { name: "Submit the new number" }).click();
  await expect(page.locator("#notice")).toContainText(
    "Your new phone number and your consent for it are saved",
  );
  await page.getByRole("heading", { name: "What you agreed to" }).click();
  await expect(page.getByRole("heading", { name: "With your new phone number" })).toBeVisible();

  await page.goto(offer);
  await expect(page.getByText(/Changed by the customer on .*: Address, City/)).toBeVisible();
  await expect(page.getByText(/Changed by the customer on .*: Phone/)).toBeVisible();
  await expect(page.getByText("9 Oak Street, Decatur")).toBeVisible();
  await expect(page.getByRole("link", { name: `Call ${phone}` })).toBeVisible();
});
