import { deliveriesFor, endWait, expect, fillContact, test } from "./fixtures.ts";

test.use({ serviceWorkers: "allow" });

test("a visitor requests a quote from the home page, and the request, its consent and its delivery are stored", async ({
  page,
  db,
  visitorAddress,
}) => {
  const name = `Journey ${visitorAddress}`;
  // Time runs normally; before Submit it jumps ahead by the time a person needs for five steps.
  await page.clock.install();
  await page.goto("/");
  await page.getByRole("link", { name: "Find Services Near Me" }).click();
  await page.getByRole("main").getByRole("link", { name: "Plumbing", exact: true }).click();
  await expect(page).toHaveURL("/home-services/plumbing");

  const zip = page.getByLabel("Your ZIP code");
  await zip.pressSequentially("3a0-3x01999");
  await expect(zip).toHaveValue("30301");
  await page.getByRole("button", { name: "Get Help" }).click();
  await expect(page.getByRole("button", { name: "Checking..." })).toBeDisabled();
  const dialog = page.getByRole("dialog", { name: "Service Available" });
  await expect(dialog).toBeVisible();
  await expect(dialog).toContainText(
    "No verified plumber is listed in Atlanta yet. We take your request, and Henry looks for one.",
  );
  await expect(dialog.getByRole("link", { name: "Call Now" })).toHaveAttribute(
    "href",
    "tel:+18005550199",
  );
  await dialog.getByRole("link", { name: "Schedule Online" }).click();

  const wizard = page.getByRole("dialog", { name: "Get a free quote" });
  await expect(wizard.getByText("Step 1 of 5: Plumbing")).toBeVisible();
  await expect(wizard.getByLabel("ZIP code", { exact: true })).toHaveValue("30301");
  await expect(wizard.getByLabel("City")).toHaveValue("Atlanta");
  await expect(wizard.getByLabel("State")).toHaveValue("GA");
  await wizard.getByLabel("Street address").fill("12 Elm Street");
  await wizard.getByRole("radio", { name: "Residential" }).check();
  await wizard
    .getByRole("group", { name: "Do you own this property?" })
    .getByRole("radio", { name: "Yes" })
    .check();
  await wizard.getByRole("button", { name: "Continue" }).click();
  await wizard.getByRole("radio", { name: "Emergency" }).check();
  await wizard.getByLabel("What is going on?").fill("Water <b>everywhere</b> & rising");
  await wizard.getByRole("button", { name: "Continue" }).click();
  await expect(wizard.getByRole("radio", { name: "Today, as soon as possible" })).toBeChecked();
  await wizard.getByRole("radio", { name: "Text me", exact: true }).check();
  await wizard.getByRole("radio", { name: "Text message" }).check();
  await wizard.getByRole("radio", { name: "Not sure" }).check();
  await wizard.getByRole("button", { name: "Continue" }).click();
  await fillContact(page, name);
  const consentText = await wizard.locator("[data-consent]").textContent();
  await wizard.locator("[data-consent]").scrollIntoViewIfNeeded();
  await page.clock.fastForward("00:45");
  await wizard.getByRole("button", { name: "Submit" }).click();
  await expect(wizard.getByRole("heading", { name: "Thank You" })).toBeVisible();
  await expect(
    wizard.getByText("Someone on our team may text or call the number you gave"),
  ).toBeVisible();
  await expect(wizard.locator("video")).toBeVisible();
  await expect(wizard.getByText("Reference")).toBeVisible();
  await expect(wizard.getByText(/Our team reads requests (until|again) /)).toBeVisible();
  await expect(wizard.getByText("before you say yes to that pro.")).toBeVisible();
  await expect(wizard.getByRole("link", { name: "Open my request" })).toHaveAttribute(
    "href",
    /\/r\//,
  );
  await expect(wizard.getByText(/^\(404\) \d{3}-\d{4}/)).toBeVisible();
  await expect(wizard.getByRole("link", { name: "Change the phone number" })).toHaveAttribute(
    "href",
    /\/r\/[\w-]+#change-phone$/,
  );

  const { rows } = await db.query(
    "select r.*, c.status as consent, c.rendered_text, c.visible_ms, c.page_url, c.ip from service_requests r join consent_records c on c.service_request_id = r.id where customer_name = $1",
    [name],
  );
  expect(rows).toHaveLength(1);
  expect(rows[0]).toMatchObject({
    service_type: "Plumbing",
    zip_code: "30301",
    city: "Atlanta",
    state: "GA",
    timeframe: "emergency",
    phone_e164: expect.stringMatching(/^\+1404\d{7}$/),
    flags: [],
    consent: "captured",
    ip: visitorAddress,
    description: "Water <b>everywhere</b> & rising",
  });
  expect(rows[0].rendered_text).toBe(consentText);
  expect(rows[0].page_url).toContain("/home-services/plumbing");
  expect(rows[0].visible_ms).toBeGreaterThan(0);

  await expect.poll(() => deliveriesFor(name).then((calls) => calls.length)).toBe(1);
  const [delivery] = await deliveriesFor(name);
  expect(delivery?.body.record).toMatchObject({
    customer_name: name,
    service_type: "Plumbing",
    additional_details: {
      urgency_level: "today-asap",
      scheduling_preference: "text-me",
      communication_preference: "sms",
      will_use_insurance: "unsure",
      property_class: "residential",
    },
  });
  await expect
    .poll(
      async () =>
        (
          await db.query("select ghl_contact_id from service_requests where customer_name = $1", [
            name,
          ])
        ).rows[0].ghl_contact_id,
    )
    .toMatch(/^contact-/);
  await endWait(db, name);
});

test("the ZIP lookup shows Checking... for two seconds, then the number of providers that cover the ZIP", async ({
  page,
  db,
}) => {
  await db.query(
    "insert into providers (id, company_name, contact_name, phone, service_categories, service_area_zips, verification_status, created_at) values (gen_random_uuid(), 'Example Roofing', 'Example', '555-0100', '{Roofing}', '{73301}', 'verified', now())",
  );
  await page.clock.install({ time: new Date("2026-01-01T10:00:00Z") });
  await page.goto("/home-services/roofing");
  await page.getByLabel("Your ZIP code").fill("73301");
  await page.clock.pauseAt(new Date("2026-01-01T11:00:00Z"));
  const response = page.waitForResponse("**/functions/v1/coverage?*");
  await page.getByRole("button", { name: "Get Help" }).click();
  await (await response).finished();
  await page.clock.runFor(1_999);
  const dialog = page.getByRole("dialog", { name: "Service Available" });
  await expect(page.getByRole("button", { name: "Checking..." })).toBeDisabled();
  await expect(dialog).toBeHidden();
  await page.clock.runFor(1);
  await expect(dialog).toContainText("One verified roofer covers Austin.");
  await db.query("delete from providers where company_name = 'Example Roofing'");
});

test("an incomplete ZIP is reported, and a lookup or wizard that never responds does not block visitors", async ({
  page,
}) => {
  await page.route("**/functions/v1/*", () => {});
  await page.clock.install();
  // The test clock does not control AbortSignal.timeout.
  await page.addInitScript(() => {
    AbortSignal.timeout = (ms) => {
      const controller = new AbortController();
      setTimeout(() => controller.abort(new DOMException("too late", "TimeoutError")), ms);
      return controller.signal;
    };
  });
  await page.goto("/home-services/plumbing");
  const zip = page.getByLabel("Your ZIP code");
  await zip.fill("303");
  await page.getByRole("button", { name: "Get Help" }).click();
  await expect(page.getByText("Please enter all 5 digits")).toHaveCSS("color", "rgb(180, 35, 24)");
  await expect(zip).toBeFocused();
  await zip.fill("3030");
  await expect(page.getByText("Free, and no account needed.")).not.toHaveCSS(
    "color",
    "rgb(180, 35, 24)",
  );

  await zip.fill("30301");
  await page.getByRole("button", { name: "Get Help" }).click();
  await expect(page.getByRole("button", { name: "Checking..." })).toBeDisabled();
  // The dialog's link may open under the pointer, which loads the wizard again before the click.
  const form = page.waitForRequest("**/functions/v1/quote-form*");
  await page.clock.fastForward("00:30");
  const dialog = page.getByRole("dialog", { name: "Service Available" });
  await expect(dialog).toBeVisible();
  await dialog.getByRole("link", { name: "Schedule Online" }).click();
  await form;
  await page.clock.fastForward("00:30");
  await expect(page).toHaveURL("/quote?service=plumbing&zip=30301");
});
