import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { POLICIES } from "#app/features/auth/policies.ts";

/**
 * Words that announce something that does not exist yet. Names in code (comingSoon, coming-soon) do
 * not count.
 */
const PROMISE =
  /coming\s+soon|under construction|lorem ipsum|work in progress|(?:opens|launches|launching|available|arrives) soon|not (?:yet )?implemented|not yet (?:available|built)/gi;

/**
 * Where the specification requires them: for the review page (card, alert and page) and the
 * Provider Application.
 */
const ALLOWED: Record<string, number> = {
  "app/features/resources/constants.ts": 1,
  "app/features/resources/components/resource-list.tsx": 1,
  "app/routes/site/resources/resource.tsx": 2,
  "content/resources.yaml": 1,
  "content/pages/provider-signup.yaml": 1,
};

const read = (path: string) => readFileSync(path, "utf8");
/** The text of a file, without comments. */
const readText = (path: string) =>
  /\.tsx?$/.test(path) ? read(path).replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, "") : read(path);

test("site, portal and content announce nothing but reviews and the provider application", () => {
  const files = [
    ...globSync("{app,server}/**/*.{ts,tsx}"),
    ...globSync("content/**/*.{yaml,md,json,html}"),
    ...globSync("public/**/*.{js,json,html,svg,txt,webmanifest}"),
  ].filter((path) => !path.includes(".test."));
  expect(files.length).toBeGreaterThan(500);
  const found = files.flatMap((path) => {
    const count = readText(path).match(PROMISE)?.length ?? 0;
    return count > 0 ? [[path, count] as const] : [];
  });
  expect(Object.fromEntries(found)).toEqual(ALLOWED);
});

test("only the review page is marked as coming soon", () => {
  const slugs: string[] = [];
  const collectSlugs = (value: unknown) => {
    if (typeof value !== "object" || value === null) return;
    const { slug, comingSoon } = value as { slug?: unknown; comingSoon?: unknown };
    if (comingSoon) slugs.push(String(slug));
    Object.values(value).forEach(collectSlugs);
  };
  collectSlugs(parse(read("content/resources.yaml")));
  expect(slugs).toEqual(["submit-a-review"]);
});

test("the portal has no placeholder page", () => {
  expect(Object.keys(POLICIES).filter((path) => /planned|placeholder|soon/.test(path))).toEqual([]);
  expect(globSync("app/**/*{planned,placeholder,coming-soon}*.{ts,tsx}")).toEqual([]);
});
