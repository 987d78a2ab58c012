import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { getSiteSettings } from "#app/features/settings/queries.server.ts";
import { openTestDatabase } from "../factories.ts";

let context: Awaited<ReturnType<typeof openTestDatabase>>;
beforeAll(async () => {
  context = await openTestDatabase(inject("templateUrl"));
});
afterAll(() => context.close());

test("stored settings override defaults, numeric text stays text, and invalid or unknown rows are ignored", async () => {
  const insertSetting = (key: string, value: unknown) =>
    context.db.$client.query(
      "insert into settings (key, value, updated_at) values ($1, $2, now())",
      [key, JSON.stringify(value)],
    );
  await insertSetting("copyrightYear", "2031");
  await insertSetting("brand", "Rosa's Repairs");
  await insertSetting("email", "not an address");
  await insertSetting("phone", 5);
  await insertSetting("nonsense", { a: 1 });
  expect(await getSiteSettings(context.db)).toMatchObject({
    copyrightYear: "2031",
    brand: "Rosa's Repairs",
    email: "support@henryshelpline.example",
    phone: "(800) 555-0199",
  });
});
