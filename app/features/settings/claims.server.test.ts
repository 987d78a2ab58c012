import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { contentTokens, listClaims } from "./claims.server.ts";
import { siteSettingsSchema } from "./schema.ts";

const CONTENT = join(process.cwd(), "content");
const TOKEN = /\{([a-z-]+(?::[a-z0-9-]+)?)\}/gi;
/** Promises that only content/claims.yaml may spell out. */
const ABSOLUTE = [
  /24\s*\/\s*7|24 hours a day|around the clock/i,
  /(?:5|five)[- ]star/i,
  /within minutes/i,
  /\$0(?![\d,.])/,
  /15\s?\+ years|fifteen years of experience/i,
  /licensed (?:and|&) insured/i,
  /background[- ]check/i,
  /all major (?:US |U\.S\. )?cities/i,
  /satisfaction (?:is )?guaranteed/i,
];
const files = readdirSync(CONTENT, { recursive: true, encoding: "utf8" })
  .filter((name) => /\.(?:md|ya?ml)$/.test(name) && name !== "claims.yaml")
  .sort();
const claims = listClaims();
const site = (neutralClaims: string[]) => siteSettingsSchema.parse({ neutralClaims });
const found = (text: string) =>
  ABSOLUTE.map((promise) => promise.exec(text)?.[0]).filter((match) => match !== undefined);

describe.each(claims)("the claim $id", (claim) => {
  test("has both wordings, for a sentence and for a heading", () => {
    for (const wording of [claim.wording, claim.neutral, claim.title, claim.neutralTitle])
      expect(wording.trim()).not.toBe("");
    expect(claim.neutral).not.toBe(claim.wording);
    expect(claim.neutralTitle).not.toBe(claim.title);
  });

  test("promises something in its wording, and nothing of the kind in its neutral one", () => {
    expect(found(claim.wording).length + found(claim.title).length).toBeGreaterThan(0);
    expect(found(claim.neutral)).toEqual([]);
    expect(found(claim.neutralTitle)).toEqual([]);
  });

  test("shows its neutral wording when it is switched, alone", () => {
    const usual = contentTokens(site([]));
    const switched = contentTokens(site([claim.id]));
    expect(usual).toMatchObject({
      [`claim:${claim.id}`]: claim.wording,
      [`claim-title:${claim.id}`]: claim.title,
    });
    expect(switched).toEqual({
      ...usual,
      [`claim:${claim.id}`]: claim.neutral,
      [`claim-title:${claim.id}`]: claim.neutralTitle,
    });
  });
});

test("no two claims share an id", () =>
  expect(new Set(claims.map(({ id }) => id)).size).toBe(claims.length));

test("an id that is no claim switches nothing", () =>
  expect(contentTokens(site(["no-such-claim"]))).toEqual(contentTokens(site([]))));

test("with every claim switched, no promise is left in what content can name", () => {
  const tokens = contentTokens(site(claims.map(({ id }) => id)));
  for (const [name, value] of Object.entries(tokens))
    if (name.startsWith("claim")) expect(found(value), name).toEqual([]);
});

describe.each(files)("content/%s", (file) => {
  const text = readFileSync(join(CONTENT, file), "utf8");

  test("spells out no absolute claim", () => expect(found(text.replace(TOKEN, " "))).toEqual([]));

  // The gaps of this file are filled by the generator; tests/content/advertorials.test.ts looks at
  // what comes out.
  test.skipIf(file === "advertorial-templates.yaml")(
    "names only tokens that exist: no visitor reads a brace",
    () => {
      const known = contentTokens(site([]));
      expect(
        [...text.matchAll(TOKEN)]
          .map(([, name = ""]) => name)
          .filter((name) => !Object.hasOwn(known, name)),
      ).toEqual([]);
    },
  );
});

test("all of content/ was read", () => {
  expect(files.length).toBeGreaterThan(80);
  for (const folder of ["services/", "categories/", "pages/", "legal/"])
    expect(files.filter((name) => name.startsWith(folder)).length, folder).toBeGreaterThan(1);
});
