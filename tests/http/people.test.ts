import { expect } from "vitest";
import { createSignedInPerson } from "../provider-people.ts";
import { createSignedInStaff } from "../staff.ts";
import { test } from "./http-client.ts";
import { createVisitor } from "./visitor.ts";

test("staff find the person of a provider, download their data, and erase them, which signs them out", async ({
  db,
}) => {
  const { email, providerId, headers } = await createSignedInPerson(db, { name: "Zoe Quill" });
  const staff = createVisitor(await createSignedInStaff(db, "staff"));
  const search = await staff.submit("/backyard/people", { intent: "find", contact: email });
  const found = await staff.open(search.location ?? "");
  for (const text of ["Provider account", "Zoe Quill", "Only owner"])
    expect(found.text).toContain(text);
  expect(found.html).toContain(`/backyard/providers/${providerId}?tab=people`);

  const person = new URL(search.location ?? "", "http://site").searchParams.get("person") ?? "";
  const file = await staff.open(
    `/backyard/people/export?${new URLSearchParams({ format: "json", person })}`,
  );
  expect(JSON.parse(file.html)).toMatchObject({
    providerPeople: [{ email, name: "Zoe Quill" }],
    providerSessions: [{}],
  });

  const colleague = createVisitor({ headers });
  expect((await colleague.open("/pro/today")).status).toBe(200);
  const erased = await staff.submit("/backyard/people", {
    ...{ intent: "erase", person, confirm: "ERASE" },
  });
  expect(erased.text).toContain("Erased: 0 requests and their provider account.");
  const signedOut = await colleague.open("/pro/today");
  expect(signedOut.status).toBe(302);
  expect(signedOut.location).toMatch(/^\/pro(\?|$)/);
});
