import { expect, test } from "./fixtures.ts";

test.use({ javaScriptEnabled: false, expectedProblems: [/400 \(Bad Request\)/] });

test("without JavaScript, a quote request is sent with one plain form that shows the same errors", async ({
  page,
  db,
  visitorAddress,
}) => {
  const name = `Plain ${visitorAddress}`;
  // An unfinished form for one service must not fill in the form for another.
  await page.goto("/quote?service=roofing&zip=30301");
  await page.getByRole("textbox", { name: "Street address" }).fill("1 Old Street");
  await page.getByRole("textbox", { name: "What is going on?" }).fill("Shingles are gone");
  await page.goto("/home-services/electrician");
  await page.getByLabel("Your ZIP code").fill("10001");
  await page.getByRole("button", { name: "Get Help" }).click();
  await expect(page).toHaveURL("/quote?service=electrician&zip=10001");
  await expect(page.getByRole("textbox", { name: "City" })).toHaveValue("New York");
  await page.getByRole("textbox", { name: "ZIP code" }).fill("00000");
  await page.getByRole("textbox", { name: "Your name" }).fill(name);
  await page.getByRole("button", { name: "Submit" }).click();
  await expect(page.getByText("We can't find 00000.")).toBeVisible();
  await page.getByRole("textbox", { name: "ZIP code" }).fill("10001");
  await expect(page.getByRole("alert")).toContainText("Everything you typed is still here.");
  await expect(page.getByText("Service: Electrician")).toBeVisible();
  await expect(page.getByText("Enter the street address of the property.")).toBeVisible();
  await expect(page.getByText("Choose how soon you need help.")).toBeVisible();
  await expect(page.getByRole("textbox", { name: "Your name" })).toHaveValue(name);

  await page.getByLabel("Street address").fill("5 Candle Row");
  await page.getByRole("radio", { name: "Residential" }).check();
  await page
    .getByRole("group", { name: "Do you own this property?" })
    .getByRole("radio", { name: "Yes" })
    .check();
  await page.getByRole("radio", { name: "Soon", exact: false }).first().check();
  await expect(page.getByText("A call is faster")).toContainText("Call Now (800) 555-0199");
  // When the work should happen is left open, as the page says it may be.
  await expect(page.getByText("we go by how soon you need help")).toBeVisible();
  await page.getByRole("radio", { name: "Call me" }).check();
  await page.getByRole("radio", { name: "Text message" }).check();
  await page.getByLabel("Your phone").fill("212 555 0147");
  await page.getByRole("button", { name: "Submit" }).click();
  await expect(page.getByRole("heading", { name: "Thank You" })).toBeVisible();
  await expect(
    page.getByText("Someone on our team may text or call the number you gave"),
  ).toBeVisible();
  const { rows } = await db.query(
    "select r.service_type, r.address, r.zip_code, r.description, r.additional_details->>'urgency_level' as urgency, c.status, c.form_version from service_requests r join consent_records c on c.service_request_id = r.id where customer_name = $1",
    [name],
  );
  expect(rows).toEqual([
    {
      service_type: "Electrician",
      address: "5 Candle Row",
      zip_code: "10001",
      description: "",
      urgency: "this-month",
      status: "captured",
      form_version: expect.stringContaining("plain"),
    },
  ]);
});

test("without JavaScript, the menus open and every quote link leads to the form", async ({
  page,
}) => {
  await page.goto("/home-services/plumbing-water");
  await page.getByRole("button", { name: "Menu", exact: true }).click();
  await expect(
    page
      .getByRole("navigation", { name: "Small screen" })
      .getByRole("link", { name: "Auto Services" }),
  ).toBeVisible();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Get Free Quote" }).first().click();
  await page.getByRole("link", { name: "I am not sure" }).click();
  await expect(page).toHaveURL("/quote?label=General+Service");
  await page.goBack();
  await page.getByRole("link", { name: "Get Free Quote" }).first().click();
  await expect(page).toHaveURL("/quote?service=plumbing");
  await expect(page.getByRole("button", { name: "Submit" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Continue" })).toBeHidden();
});

test("the whole card of a service in a category opens its page", async ({ page }) => {
  await page.goto("/home-services/plumbing-water");
  await page
    .getByRole("listitem")
    .filter({ has: page.getByRole("heading", { name: "Mold Removal" }) })
    .click({ position: { x: 20, y: 20 } });
  await expect(page).toHaveURL("/home-services/mold-removal");
});
