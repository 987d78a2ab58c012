import { expect, test } from "vitest";
import { siteSettingsSchema } from "./schema.ts";
import { createSiteContent } from "./site-content.server.ts";

const content = createSiteContent(() => ({
  menu: [{ name: "Meet {brand}" }],
  pages: new Map([
    [
      "faq",
      {
        frontMatter: { title: "Ask {persona}" },
        body: "Call {phone}. We are {claim:licensed-insured}.",
      },
    ],
  ]),
}));

test("every token of a content file is replaced at any depth", () => {
  const filled = content(
    siteSettingsSchema.parse({ brand: "Ada's Aid", persona: "Ada", phone: "(800) 555-0100" }),
  );
  expect(filled.menu).toEqual([{ name: "Meet Ada's Aid" }]);
  expect(filled.pages.get("faq")?.frontMatter.title).toBe("Ask Ada");
  expect(filled.pages.get("faq")?.body).toMatch(/^Call \(800\) 555-0100\. We are [^{}]+\.$/);
});

test("tokens are replaced once per version of the settings", () => {
  const before = siteSettingsSchema.parse({ brand: "Before" });
  expect(content(before)).toBe(content(before));
  expect(content(siteSettingsSchema.parse({ brand: "After" })).menu[0]?.name).toBe("Meet After");
});
