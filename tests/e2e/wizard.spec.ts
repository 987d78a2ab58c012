import { axeFindings } from "./axe.ts";
import { expect, fillContact, fillToContact, test } from "./fixtures.ts";
import { hold, SCRIPTS } from "./hold.ts";

const ALERT =
  "There was an error submitting your request. Please try again or call Henry directly at (800) 555-0199.";

test("each step reports missing answers beside their fields and focuses the first one", async ({
  page,
}) => {
  await page.goto("/quote?service=roofing");
  await expect(page.getByText("Step 1 of 5: Roofing")).toBeVisible();
  await expect(page.getByRole("button", { name: "Go Back" })).toHaveCount(0);
  await page.getByRole("button", { name: "Continue" }).click();
  for (const message of [
    "Enter the street address of the property.",
    "Enter the city.",
    "Enter the state, two letters.",
    "Enter the ZIP code.",
    "Choose the kind of property.",
    "Tell us whether you own the property.",
  ])
    await expect(page.getByText(message)).toBeVisible();
  // Errors are red, and the focus outline is teal.
  await expect(page.getByText("Enter the city.")).toHaveCSS("color", "rgb(180, 35, 24)");
  const zip = page.getByLabel("ZIP code", { exact: true });
  await expect(zip).toBeFocused();
  await expect(zip).toHaveCSS("outline-color", "rgb(29, 85, 96)");
  await page.getByLabel("Street address").fill("   ");
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByText("Enter the street address of the property.")).toBeVisible();

  const state = page.getByLabel("State");
  await state.pressSequentially("gax");
  await expect(state).toHaveValue("GA");
  await zip.fill("00000");
  await expect(page.getByText("We can't find 00000. Please check the five digits.")).toBeVisible();
  await zip.fill("");
  await zip.pressSequentially("12x4567");
  await expect(zip).toHaveValue("12x45");
  await expect(page.getByText("US ZIP codes have 5 digits.")).toBeVisible();

  await page.getByLabel("Street address").fill("1 Main");
  await page.getByLabel("City").fill("Macon");
  await page.getByRole("radio", { name: "Commercial" }).check();
  await page
    .getByRole("group", { name: "Do you own this property?" })
    .getByRole("radio", { name: "No" })
    .check();
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByText("Tell us whether you may hire for this property.")).toBeVisible();
  await page
    .getByRole("group", { name: "Are you allowed to hire someone" })
    .getByRole("radio", { name: "No" })
    .check();
  await page.getByRole("button", { name: "Continue" }).click();
  for (const message of [
    "Enter the name of the person who decides.",
    "Enter that person's email address.",
    "Enter that person's phone number.",
  ])
    await expect(page.getByText(message)).toBeVisible();
  await page.getByLabel("Their name").fill("Owner");
  await page.getByLabel("Their email").fill("owner@example.com");
  await page.getByLabel("Their phone").fill("404 555 0100");
  await page.getByRole("button", { name: "Continue" }).click();

  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByText("Choose how soon you need help.")).toBeVisible();
  await page.getByRole("radio", { name: "Planning" }).check();
  await page.getByRole("button", { name: "Continue" }).click();

  await page.getByRole("button", { name: "Continue" }).click();
  for (const message of ["Choose how to set the time.", "Choose how we may reach you."])
    await expect(page.getByText(message)).toBeVisible();
  await expect(page.getByRole("radio", { name: "Just researching" })).toBeChecked();
  await page.getByRole("radio", { name: "Online scheduling" }).check();
  await page.getByRole("radio", { name: "Email" }).check();
  await page.getByRole("button", { name: "Continue" }).click();

  await expect(page.getByText("Without an address here we call you instead.")).toBeVisible();
  await page.getByRole("button", { name: "Submit" }).click();
  await expect(page.getByText("Enter your name.")).toBeVisible();
  await expect(page.getByText("Enter your phone number.")).toBeVisible();
  await page.getByRole("button", { name: "Go Back" }).click();
  await expect(page.getByRole("radio", { name: "Just researching" })).toBeChecked();
});

test("an emergency is offered a call at once, and can be sent all the same", async ({ page }) => {
  await page.goto("/home-services/plumbing");
  await page.getByRole("link", { name: "Get Free Quote" }).first().click();
  const wizard = page.getByRole("dialog", { name: "Get a free quote" });
  const street = wizard.getByLabel("Street address");
  await expect(street).toHaveAccessibleDescription(/only after you say yes/);
  // Beside the Close button too, the progress is as wide as the fields.
  const [bar, field] = [
    await wizard.getByRole("progressbar").boundingBox(),
    await street.boundingBox(),
  ];
  expect([bar?.x, bar?.width]).toEqual([field?.x, field?.width]);
  await street.fill("12 Elm Street");
  await wizard.getByLabel("ZIP code", { exact: true }).fill("30301");
  await expect(wizard.getByLabel("City")).toHaveValue("Atlanta");
  await wizard.getByRole("radio", { name: "Residential" }).check();
  await wizard
    .getByRole("group", { name: "Do you own this property?" })
    .getByRole("radio", { name: "Yes" })
    .check();
  await wizard.getByRole("button", { name: "Continue" }).click();
  const call = wizard.getByRole("status").getByRole("link", { name: "Call Now (800) 555-0199" });
  await wizard.getByRole("radio", { name: "Urgent" }).check();
  await expect(call).toHaveCount(0);
  await wizard.getByRole("radio", { name: "Emergency" }).check();
  await expect(call).toBeInViewport();
  await expect(call).toHaveAttribute("href", "tel:+18005550199");
  expect(await axeFindings(page)).toEqual([]);
  await wizard.getByRole("button", { name: "Continue" }).click();
  const urgency = (name: string) => wizard.getByRole("radio", { name });
  await expect(urgency("Today, as soon as possible")).toBeChecked();
  await urgency("This week").check();
  await wizard.getByRole("button", { name: "Go Back" }).click();
  await wizard.getByRole("radio", { name: "Planning" }).check();
  await wizard.getByRole("button", { name: "Continue" }).click();
  await expect(urgency("This week")).toBeChecked();
});

test("answers to questions that are no longer shown are not sent", async ({
  page,
  db,
  visitorAddress,
}) => {
  await page.goto("/quote");
  await page
    .getByRole("group", { name: "Do you own this property?" })
    .getByRole("radio", { name: "No" })
    .check();
  await page
    .getByRole("group", { name: "Are you allowed to hire someone" })
    .getByRole("radio", { name: "No" })
    .check();
  await page.getByLabel("Their name").fill("Hidden Person");
  await page.getByLabel("Their phone").fill("404 555 0199");
  await fillToContact(page);
  await fillContact(page, `Hidden ${visitorAddress}`);
  await page.getByRole("button", { name: "Submit" }).click();
  await expect(page.getByRole("heading", { name: "Thank You" })).toBeVisible();
  const { rows } = await db.query(
    "select is_property_owner, service_type, additional_details from service_requests where customer_name = $1",
    [`Hidden ${visitorAddress}`],
  );
  expect(rows[0]).toMatchObject({ is_property_owner: true, service_type: "General Service" });
  const sent = Object.keys(rows[0].additional_details);
  expect(sent).toContain("property_class");
  for (const hidden of [
    "is_authorized_to_hire",
    "property_contact_name",
    "property_contact_email",
    "property_contact_phone",
  ])
    expect(sent).not.toContain(hidden);
});

test.describe("when submitting fails", () => {
  test.use({ expectedProblems: [/contact-sync/] });

  for (const fault of ["500", "success:false", "cut connection"] as const) {
    test(`${fault}: an alert is shown, every field is kept, and a retry creates one request`, async ({
      page,
      db,
      visitorAddress,
    }) => {
      const name = `Retry ${fault} ${visitorAddress}`;
      let failed = false;
      await page.route("**/functions/v1/contact-sync", async (route) => {
        if (failed) return route.continue();
        failed = true;
        // The request is stored; only the response is lost or wrong.
        await route.fetch();
        if (fault === "cut connection") return route.abort("connectionreset");
        if (fault === "500") return route.fulfill({ status: 500, body: "oops" });
        return route.fulfill({ json: { success: false, error: "CRM says no" } });
      });
      await page.goto("/quote?service=plumbing");
      await fillToContact(page);
      await fillContact(page, name);
      await page.getByRole("button", { name: "Submit" }).click();
      const alert = page.getByRole("alertdialog");
      await expect(alert).toHaveText(new RegExp(`^${ALERT.replace(/[().]/g, "\\$&")}`));
      await alert.getByRole("button", { name: "OK" }).click();
      await expect(page.getByText("Step 4 of 5")).toBeVisible();
      await expect(page.getByLabel("Your name")).toHaveValue(name);
      await page.getByRole("button", { name: "Submit" }).click();
      await expect(page.getByRole("heading", { name: "Thank You" })).toBeVisible();
      const { rows } = await db.query("select 1 from service_requests where customer_name = $1", [
        name,
      ]);
      expect(rows).toHaveLength(1);
    });
  }

  test("a retry with a changed answer stores both requests and flags the duplicate", async ({
    page,
    db,
    visitorAddress,
  }) => {
    const name = `Changed ${visitorAddress}`;
    let failed = false;
    await page.route("**/functions/v1/contact-sync", async (route) => {
      if (failed) return route.continue();
      failed = true;
      await route.fetch();
      await route.abort("connectionreset");
    });
    await page.goto("/quote");
    await fillToContact(page);
    await fillContact(page, name);
    await page.getByLabel("Your phone").fill("404 555 0171");
    await page.getByRole("button", { name: "Submit" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "OK" }).click();
    await page.getByLabel("Your email").fill("other@example.com");
    await page.getByRole("button", { name: "Submit" }).click();
    await expect(page.getByRole("heading", { name: "Thank You" })).toBeVisible();
    const { rows } = await db.query(
      "select customer_email, flags from service_requests where customer_name = $1 order by id",
      [name],
    );
    expect(rows[1]).toMatchObject({ customer_email: "other@example.com" });
    expect(rows[1].flags).toContain("duplicate");
  });
});

test("while a request is sent, the button says Sending... and the buttons are disabled", async ({
  page,
}) => {
  const release = await hold(page, "**/functions/v1/contact-sync");
  await page.goto("/quote");
  await fillToContact(page);
  await fillContact(page, "Slow Sender");
  await page.getByRole("button", { name: "Submit" }).click();
  await expect(page.getByRole("button", { name: "Sending..." })).toBeDisabled();
  await expect(page.getByRole("button", { name: "Go Back" })).toBeDisabled();
  release();
  await expect(page.getByRole("heading", { name: "Thank You" })).toBeVisible();
});

test.describe("before the scripts load", () => {
  test.use({ expectedProblems: [/ERR_FAILED/] });
  test("typed answers are kept", async ({ page }) => {
    const release = await hold(page, SCRIPTS);
    await page.goto("/quote?zip=30301", { waitUntil: "commit" });
    await page.getByLabel("Street address").fill("7 Early Lane");
    await page.getByLabel("State").fill("al");
    await page.getByRole("radio", { name: "Residential" }).check();
    await page
      .getByRole("group", { name: "Do you own this property?" })
      .getByRole("radio", { name: "Yes" })
      .check();
    release();
    // The script changes the state to capitals.
    await expect(page.getByLabel("State")).toHaveValue("AL");
    await expect(page.getByLabel("Street address")).toHaveValue("7 Early Lane");
    await page.getByRole("button", { name: "Continue" }).click();
    await expect(page.getByText("Step 2 of 5")).toBeVisible();
    await page.getByRole("button", { name: "Go Back" }).click();
    await expect(page.getByLabel("Street address")).toHaveValue("7 Early Lane");
    await expect(page.getByLabel("ZIP code", { exact: true })).toHaveValue("30301");
  });

  test("the thank-you video has a placeholder, plays once with its words beside it, and moves nothing", async ({
    page,
  }) => {
    const release = await hold(page, SCRIPTS);
    await page.goto("/quote/thanks?by=phone&time=call-me", { waitUntil: "commit" });
    await expect(page.getByText("Loading video...")).toBeVisible();
    const height = await page.locator("figure").evaluate((figure) => figure.clientHeight);
    release();
    // It starts once it is on the screen, below the receipt and the next steps.
    await page.locator("video").scrollIntoViewIfNeeded();
    const caption = page.locator("figcaption");
    await page.getByRole("button", { name: "Pause" }).click();
    await expect(page.getByText("Loading video...")).toHaveCount(0);
    const clip = page.locator("video");
    for (const [second, words] of [
      [1, "Your request is in. Our team reads it."],
      [6, "You say yes or no"],
      [11, "Save our number"],
    ] as const) {
      await clip.evaluate((video: HTMLVideoElement, to) => {
        video.currentTime = to;
      }, second);
      await expect(caption).toContainText(words);
    }
    await page.getByRole("button", { name: "Play" }).click();
    await expect
      .poll(() => clip.evaluate((video: HTMLVideoElement) => [video.ended, video.loop]))
      .toEqual([true, false]);
    await expect(page.getByRole("button", { name: "Play" })).toBeVisible();
    // The number is a setting: text below the picture, not pixels in it.
    await expect(page.locator("figure a[href^=tel]")).toHaveText("(800) 555-0199");
    expect(await page.locator("figure").evaluate((figure) => figure.clientHeight)).toBe(height);
    // A summary is not known here, but when the team works is.
    await expect(page.getByText(/Our team reads requests (until|again) /)).toBeVisible();
    await expect(page.getByText("before you say yes to that pro.")).toBeVisible();
  });

  test("with reduced motion the thank-you video is a still image, not even loaded, until Play is pressed", async ({
    page,
  }) => {
    const loaded: string[] = [];
    page.on("request", (request) => loaded.push(new URL(request.url()).pathname));
    await page.emulateMedia({ reducedMotion: "reduce" });
    await page.goto("/quote/thanks?by=phone&time=call-me");
    const play = page.getByRole("button", { name: "Play" });
    await expect(play).toBeVisible();
    const clip = page.locator("video");
    expect(
      await clip.evaluate((video: HTMLVideoElement) => [video.paused, video.currentTime]),
    ).toEqual([true, 0]);
    expect(loaded).toContain("/media/thank-you.webp");
    expect(loaded).not.toContain("/media/thank-you.webm");
    await play.click();
    await expect(page.getByRole("button", { name: "Pause" })).toBeVisible();
  });

  test("the first step can be sent, all questions follow on one page, and the URL contains no answers", async ({
    page,
    db,
    visitorAddress,
  }) => {
    const name = `Early ${visitorAddress}`;
    await page.route("**/assets/*.js", (route) => route.abort());
    await page.goto("/quote?service=plumbing&zip=30301");
    await page.getByLabel("Street address").fill("8 Early Lane");
    await page.getByRole("button", { name: "Continue" }).click();
    await expect(page.getByText("Service: Plumbing")).toBeVisible();
    await expect(page).toHaveURL("/quote?service=plumbing&zip=30301");
    await expect(page.getByLabel("Street address")).toHaveValue("8 Early Lane");
    await expect(page.getByRole("alert")).toHaveCount(0);
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole("radio", { name: "Residential" }).check();
    await page
      .getByRole("group", { name: "Do you own this property?" })
      .getByRole("radio", { name: "Yes" })
      .check();
    await page.getByRole("radio", { name: "Urgent" }).check();
    await page.getByRole("radio", { name: "This week" }).check();
    await page.getByRole("radio", { name: "Call me" }).check();
    await page.getByRole("radio", { name: "Phone call" }).check();
    await fillContact(page, name);
    await page.getByRole("button", { name: "Submit" }).click();
    await expect(page.getByRole("heading", { name: "Thank You" })).toBeVisible();
    expect(
      (await db.query("select address from service_requests where customer_name = $1", [name]))
        .rows,
    ).toEqual([{ address: "8 Early Lane" }]);
  });
});

test("closing or reloading keeps the answers, and submitting clears them", async ({ page }) => {
  await page.goto("/home-services/heating");
  const quote = page.getByRole("link", { name: "Get Free Quote" }).first();
  await quote.click();
  const wizard = page.getByRole("dialog", { name: "Get a free quote" });
  await wizard.getByLabel("Street address").fill("7 Kept Lane");
  await wizard.getByRole("button", { name: "Close" }).click();
  await expect(wizard).toBeHidden();
  await expect(quote).toBeFocused();
  await page.reload();
  await page.getByRole("link", { name: "Get Free Quote" }).first().click();
  await expect(wizard.getByLabel("Street address")).toHaveValue("7 Kept Lane");
  await page.keyboard.press("Escape");
  await expect(wizard).toBeHidden();

  await page.goto("/quote?service=heating");
  await expect(page.getByLabel("Street address")).toHaveValue("7 Kept Lane");
  await page.getByRole("button", { name: "Start over" }).click();
  await expect(page.getByRole("button", { name: "Undo" })).toBeInViewport();
  await expect(page.getByLabel("Street address")).toHaveValue("");
  await expect(page.getByRole("heading", { name: "Where is the job?" })).toBeFocused();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByLabel("Street address")).toHaveValue("7 Kept Lane");
  await fillToContact(page);
  await page.reload();
  await expect(page.getByText("Step 4 of 5")).toBeVisible();
  await fillContact(page, "Reloaded");
  await page.getByRole("button", { name: "Submit" }).click();
  await expect(page.getByRole("heading", { name: "Thank You" })).toBeVisible();
  await page.goto("/quote?service=heating");
  await expect(page.getByLabel("Street address")).toHaveValue("");
});

for (const { width, size } of [
  { width: 640, size: 200 },
  { width: 768, size: 150 },
  { width: 390, size: 200 },
]) {
  test(`at ${width} px and ${size}% text size, the wizard and search dialogs fit the window and Close stays visible`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 640 });
    await page.goto("/home-services/plumbing");
    await page.evaluate((percent) => {
      document.documentElement.style.fontSize = `${percent}%`;
    }, size);
    /** Elements of the open dialog that extend beyond the window. */
    const findOutside = () =>
      page.evaluate(() => {
        const dialog = document.querySelector("dialog[open]");
        return [...(dialog ? [dialog, ...dialog.querySelectorAll("*")] : [])]
          .filter((element) => element.checkVisibility() && !element.closest("[aria-hidden]"))
          .filter(
            (element) =>
              element.getBoundingClientRect().left < 0 ||
              element.getBoundingClientRect().right > innerWidth,
          )
          .map((element) => element.outerHTML.slice(0, 100));
      });
    await page.getByRole("link", { name: "Get Free Quote" }).first().click();
    const wizard = page.getByRole("dialog", { name: "Get a free quote" });
    await expect(wizard.getByText("Step 1 of 5")).toBeVisible();
    expect(await findOutside()).toEqual([]);
    const last = wizard.getByRole("button", { name: "Continue" });
    await last.scrollIntoViewIfNeeded();
    await expect(last).toBeInViewport();
    await expect(wizard.getByRole("button", { name: "Close" })).toBeInViewport({ ratio: 1 });
    await fillToContact(page);
    expect(await findOutside()).toEqual([]);
    await wizard.getByRole("button", { name: "Close" }).click();
    await expect(wizard).toBeHidden();

    await page.getByRole("link", { name: "Search" }).first().click();
    const search = page.getByRole("dialog", { name: "Search" });
    await expect(search.getByRole("button", { name: "Close" })).toBeInViewport({ ratio: 1 });
    expect(await findOutside()).toEqual([]);
  });
}

for (const [first, second] of [
  ["Plumbing", "Roofing"],
  ["Roofing", "Plumbing"],
] as const) {
  test(`an unfinished ${first} request does not fill in a ${second} request started from the hero`, async ({
    page,
    db,
    visitorAddress,
  }) => {
    const name = `Two trades ${first} ${visitorAddress}`;
    await page.goto(`/home-services/${first.toLowerCase()}`);
    await page.getByRole("link", { name: "Get Free Quote" }).first().click();
    await fillToContact(page);
    await page.getByRole("button", { name: "Go Back" }).click();
    await page.getByRole("button", { name: "Go Back" }).click();
    await page.getByLabel("What is going on?").fill("Kitchen pipe leaks");
    await page.getByRole("button", { name: "Continue" }).click();
    await page.getByRole("button", { name: "Continue" }).click();
    await fillContact(page, name);
    await page
      .getByRole("dialog", { name: "Get a free quote" })
      .getByRole("button", { name: "Close" })
      .click();

    await page.goto(`/home-services/${second.toLowerCase()}`);
    await page.getByLabel("Your ZIP code").fill("90210");
    await page.getByRole("button", { name: "Get Help" }).click();
    await page.getByRole("link", { name: "Schedule Online" }).click();
    await expect(page.getByText(`Step 1 of 5: ${second}`)).toBeVisible();
    const street = page.getByLabel("Street address");
    const city = page.getByLabel("City");
    await expect(city).toHaveValue("Beverly Hills");
    await expect(street).toHaveValue("");

    await street.fill("1 Old Street");
    await page.getByLabel("ZIP code", { exact: true }).fill("30301");
    await expect(city).toHaveValue("Atlanta");
    await expect(street).toHaveValue("");
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(street).toHaveValue("1 Old Street");
    await expect(city).toHaveValue("Beverly Hills");

    await fillToContact(page, {
      street: "9 Canon Drive",
      city: "Beverly Hills",
      state: "CA",
      zip: "90210",
    });
    await expect(page.getByLabel("Your name")).toHaveValue("");
    await page.getByRole("button", { name: `Use ${name}` }).click();
    await expect(page.getByLabel("Your name")).toHaveValue(name);
    await page.getByRole("button", { name: "Submit" }).click();
    await expect(page.getByRole("heading", { name: "Thank You" })).toBeVisible();
    const { rows } = await db.query(
      "select service_type, address, city, state, zip_code, description from service_requests where customer_name = $1",
      [name],
    );
    expect(rows).toEqual([
      {
        service_type: second,
        address: "9 Canon Drive",
        city: "Beverly Hills",
        state: "CA",
        zip_code: "90210",
        description: "",
      },
    ]);
  });
}

test("two taps while the wizard loads open it once, and it can be reopened after closing", async ({
  page,
}) => {
  await page.goto("/home-services/heating");
  const release = await hold(page, "**/functions/v1/quote-form*");
  const quote = page.getByRole("link", { name: "Get Free Quote" }).first();
  await quote.click();
  await quote.click();
  release();
  const wizard = page.getByRole("dialog", { name: "Get a free quote" });
  await expect(wizard).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(wizard).toHaveCount(0);
  await quote.click();
  await expect(wizard).toBeVisible();
});

test("corrupted stored answers are discarded", async ({ page }) => {
  await page.goto("/privacy-policy");
  await page.evaluate(() => sessionStorage.setItem("quote-drafts", "{not json"));
  await page.goto("/quote");
  await expect(page.getByText("Step 1 of 5")).toBeVisible();
});

test("the whole form can be completed with the keyboard only", async ({
  page,
  db,
  visitorAddress,
}) => {
  const name = `Keys ${visitorAddress}`;
  await page.goto("/home-services/plumbing");
  await page.getByRole("link", { name: "Get Free Quote" }).first().focus();
  await page.keyboard.press("Enter");
  await expect(page.getByText("Step 1 of 5")).toBeVisible();
  await page.getByRole("dialog").getByLabel("ZIP code").focus();
  await page.keyboard.type("30301");
  await expect(page.getByLabel("City")).toHaveValue("Atlanta");
  for (const _ of ["City", "State", "Street address"]) await page.keyboard.press("Tab");
  await page.keyboard.type("12 Elm Street");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Space");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Space");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "What do you need?" })).toBeFocused();
  await page.keyboard.press("Tab");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "How should we plan it?" })).toBeFocused();
  for (let group = 0; group < 3; group++) {
    await page.keyboard.press("Tab");
    await page.keyboard.press("Space");
  }
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Where can we reach you?" })).toBeFocused();
  await page.keyboard.press("Tab");
  await page.keyboard.type(name);
  await page.keyboard.press("Tab");
  await page.keyboard.type("4045550155");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Thank You" })).toBeFocused();
  expect(
    (await db.query("select 1 from service_requests where customer_name = $1", [name])).rows,
  ).toHaveLength(1);
});
