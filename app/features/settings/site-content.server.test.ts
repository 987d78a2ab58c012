import { expect, test } from "vitest";
import { siteSettingsSchema } from "./schema.ts";
import { siteContent } from "./site-content.server.ts";

const content = siteContent(() => ({
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

test("every token of a content file is replaced, however deep it stands", () => {
  const filled = content(
    siteSettingsSchema.parse({ brand: "Ada's Aid", persona: "Ada", phone: "(800) 555-0100" }),
  );
  expect(filled.menu).toEqual([{ name: "Meet Ada's Aid" }]);
  expect(filled.pages.get("faq")?.frontMatter.title).toBe("Ask Ada");
  expect(filled.pages.get("faq")?.body).toMatch(/^Call \(800\) 555-0100\. We are [^{}]+\.$/);
});

test("changed settings change the words, unchanged ones fill them once", () => {
  const before = siteSettingsSchema.parse({ brand: "Before" });
  expect(content(before)).toBe(content(before));
  expect(content(siteSettingsSchema.parse({ brand: "After" })).menu[0]?.name).toBe("Meet After");
});
