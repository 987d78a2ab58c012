import type { Page } from "@playwright/test";
import type pg from "pg";
import { createSignedInPerson } from "../provider-people.ts";
import { axeFindingsBelowBar } from "./axe.ts";
import { expect, test } from "./fixtures.ts";
import { deliver, getSiteKey, pushTest, replacePushManager } from "./push.ts";

test.use({ serviceWorkers: "allow" });

const ACCOUNT = "/pro/account";
const getSection = (page: Page) =>
  page.getByRole("region", { name: "Notifications on your devices" });

/** Opens the account page as a person of a new provider. */
async function openAccount(page: Page, db: pg.Client, origin: string): Promise<void> {
  const { token } = await createSignedInPerson(db);
  await page.context().addCookies([{ name: "pro", value: token, url: origin }]);
  await page.goto(ACCOUNT);
}

pushTest(
  "a person turns notifications on, tests them, and removes the device",
  async ({ page, push, db }) => {
    const { service, site } = push;
    await replacePushManager(page, service.subscribe(await getSiteKey(site)));
    await page.context().grantPermissions(["notifications"], { origin: site.url });
    await openAccount(page, db, site.url);
    const section = getSection(page);
    await expect(section.getByText("Off in this browser.")).toBeVisible();
    await section.getByRole("button", { name: "Turn on here" }).click();
    await expect(page.getByText("Notifications are on for this device.")).toBeVisible();
    await expect(section.getByText("Notifications are on in this browser.")).toBeVisible();
    await expect(section.getByText("Chrome on Android", { exact: true }).first()).toBeVisible();
    await expect(section.getByRole("button", { name: "Turn on here" })).toBeHidden();
    expect(await axeFindingsBelowBar(page)).toEqual([]);

    const before = service.messages.length;
    await section.getByRole("button", { name: /^Send a test notification/ }).click();
    await expect(page.getByText("Sent. It should appear within seconds.")).toBeVisible();
    const text = (await service.waitFor(before + 1)).at(-1)?.text ?? "";
    expect(await deliver(page, push, { scope: "/pro/", text })).toMatchObject({
      title: "Test notification",
      data: { path: ACCOUNT },
    });
    const id = "0190163d-8694-739b-aea5-966c26f8ad91";
    const offer = JSON.stringify({ kind: "new-offer", id });
    expect(await deliver(page, push, { scope: "/pro/", text: offer })).toEqual({
      title: "New offer",
      body: "Open it and answer before its time is up.",
      data: { path: `/pro/offers/${id}` },
    });

    await section.getByRole("button", { name: /^Remove/ }).click();
    await expect(section.getByText("Off in this browser.")).toBeVisible();
    await expect(section.getByRole("list", { name: "Devices with notifications" })).toBeHidden();
  },
);

test("a browser in which notifications are blocked says how to allow them", async ({
  page,
  db,
  baseURL,
}) => {
  await page.addInitScript(() =>
    Object.defineProperty(Notification, "permission", { get: () => "denied" }),
  );
  await openAccount(page, db, baseURL ?? "");
  await expect(getSection(page).getByText("are blocked in this browser")).toBeVisible();
  await expect(getSection(page).getByRole("button", { name: "Turn on here" })).toBeHidden();
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("a person reads that notifications need it, and chooses what to be told", async ({
    page,
    db,
    baseURL,
  }) => {
    await openAccount(page, db, baseURL ?? "");
    await expect(getSection(page).getByText("Notifications need JavaScript")).toBeVisible();
    await expect(getSection(page).getByRole("button", { name: "Turn on here" })).toBeHidden();
    const choices = page.getByRole("group", { name: "Notify my devices about" });
    await choices.getByLabel("New offers").uncheck();
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await expect(page.getByText("Saved.")).toBeVisible();
    await expect(choices.getByLabel("New offers")).not.toBeChecked();
    await expect(choices.getByLabel("Messages from customers")).toBeChecked();
  });
});
