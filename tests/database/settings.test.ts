import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { getSiteSettings } from "#app/features/settings/queries.server.ts";
import { openTestDatabase } from "../factories.ts";

let context: Awaited<ReturnType<typeof openTestDatabase>>;
beforeAll(async () => {
  context = await openTestDatabase(inject("templateUrl"));
});
afterAll(() => context.close());

test("stored settings override defaults, numeric text stays text, and invalid or unknown rows are ignored", async () => {
  const set = (key: string, value: unknown) =>
    context.db.$client.query(
      "insert into settings (key, value, updated_at) values ($1, $2, now())",
      [key, JSON.stringify(value)],
    );
  await set("copyrightYear", "2031");
  await set("brand", "Rosa's Repairs");
  await set("email", "not an address");
  await set("phone", 5);
  await set("nonsense", { a: 1 });
  expect(await getSiteSettings(context.db)).toMatchObject({
    copyrightYear: "2031",
    brand: "Rosa's Repairs",
    email: "support@henryshelpline.example",
    phone: "(800) 555-0199",
  });
});
