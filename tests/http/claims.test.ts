import { expect } from "vitest";
import { createSignedInStaff } from "../staff.ts";
import { test } from "./own-site.ts";
import { createVisitor } from "./visitor.ts";

const CLAIMS = "/backyard/settings/claims";

test("claims without evidence have a warning; with the setting, all pages show them neutral within a second", async ({
  ownSite: { db, url },
}) => {
  const superadmin = createVisitor({
    origin: url,
    ...(await createSignedInStaff(db, "superadmin")),
  });
  const home = async () => (await fetch(url)).text();
  const page = await superadmin.open(CLAIMS);
  expect(page.text).toContain("No evidence yet There is no active provider.");
  expect(page.text).toContain("No evidence can be measured: your word.");
  expect(page.text).toContain("0 reviews so far; an average counts from 5 on.");
  expect(page.text).not.toContain("Neutral while there is no evidence.");
  expect(await home()).toContain("5-Star Rated");

  const on = await superadmin.submit(`${CLAIMS}.data`, { onlyWithEvidence: "yes" });
  expect(on.html).toContain("Claims without evidence are neutral now.");
  await expect.poll(home).not.toContain("5-Star Rated");
  const neutral = await home();
  expect(neutral).toContain("Local Professionals");
  expect(neutral).not.toContain("Vetted Professionals");
  // Nothing can measure it: it stays as staff switched it.
  expect(neutral).toContain("24/7 Emergency Service");
  expect((await superadmin.open(CLAIMS)).text).toContain("Neutral while there is no evidence.");

  await superadmin.submit(`${CLAIMS}.data`, { onlyWithEvidence: "no" });
  await expect.poll(home).toContain("5-Star Rated");
  const unknown = await superadmin.submit(`${CLAIMS}.data`, { claim: "no-such", neutral: "yes" });
  expect(unknown.status).toBe(400);
});
