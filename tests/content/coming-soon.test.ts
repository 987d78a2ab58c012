import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { POLICIES } from "#app/features/auth/policies.ts";

/**
 * Words that promise something instead of showing it. Names in code (comingSoon, coming-soon) are
 * no words for people.
 */
const PROMISE =
  /coming\s+soon|under construction|lorem ipsum|work in progress|(?:opens|launches|launching|available|arrives) soon|not (?:yet )?implemented|not yet (?:available|built)/gi;

/**
 * Where the specification wants them: the review page, by its card, alert and page, and the
 * Provider Application.
 */
const WANTED: Record<string, number> = {
  "app/features/resources/constants.ts": 1,
  "app/features/resources/components/resource-list.tsx": 1,
  "app/routes/site/resources/resource.tsx": 2,
  "content/resources.yaml": 1,
  "content/pages/provider-signup.yaml": 1,
};

const read = (path: string) => readFileSync(path, "utf8");
/** Without comments, which nobody but developers reads. */
const words = (path: string) =>
  /\.tsx?$/.test(path) ? read(path).replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, "") : read(path);

test("no file of the site, of the portal or of the content promises anything but reviews and the provider application", () => {
  const files = [
    ...globSync("{app,server}/**/*.{ts,tsx}"),
    ...globSync("content/**/*.{yaml,md,json,html}"),
    ...globSync("public/**/*.{js,json,html,svg,txt,webmanifest}"),
  ].filter((path) => !path.includes(".test."));
  expect(files.length).toBeGreaterThan(500);
  const found = files.flatMap((path) => {
    const count = words(path).match(PROMISE)?.length ?? 0;
    return count > 0 ? [[path, count] as const] : [];
  });
  expect(Object.fromEntries(found)).toEqual(WANTED);
});

test("the review page is the one resource that is still to come", () => {
  const slugs: string[] = [];
  const walk = (value: unknown) => {
    if (typeof value !== "object" || value === null) return;
    const { slug, comingSoon } = value as { slug?: unknown; comingSoon?: unknown };
    if (comingSoon) slugs.push(String(slug));
    Object.values(value).forEach(walk);
  };
  walk(parse(read("content/resources.yaml")));
  expect(slugs).toEqual(["submit-a-review"]);
});

test("no page of the portal stands for one that is to come", () => {
  expect(Object.keys(POLICIES).filter((path) => /planned|placeholder|soon/.test(path))).toEqual([]);
  expect(globSync("app/**/*{planned,placeholder,coming-soon}*.{ts,tsx}")).toEqual([]);
});
