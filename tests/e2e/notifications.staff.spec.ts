import { createStaff } from "../staff.ts";
import { expect, test } from "./fixtures.ts";
import { signIn } from "./staff.ts";

test("a sign-in from a new browser sends an email, and one from a known browser does not", async ({
  page,
  db,
}) => {
  const person = await createStaff(db, { role: "superadmin" });
  // Other tests' requests are mailed to every member of the staff, and so to this person, meanwhile.
  const securityMails = async () =>
    (
      await db.query<{ kind: string }>(
        "select kind from notifications where recipient_id = $1 and kind like 'security:%'",
        [person.userId],
      )
    ).rows.map((row) => row.kind);
  await signIn(page, person);
  await expect(page).toHaveURL("/backyard/dashboard");
  await expect.poll(securityMails).toEqual(["security:new-browser"]);
  await page.request.post("/backyard/sign-out", {
    headers: { Origin: new URL(page.url()).origin },
  });
  await signIn(page, person);
  await expect(page).toHaveURL("/backyard/dashboard");
  expect(await securityMails()).toEqual(["security:new-browser"]);
});
