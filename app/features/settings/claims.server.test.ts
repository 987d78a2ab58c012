import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { getContentTokens, listClaims } from "./claims.server.ts";
import { siteSettingsSchema } from "./schema.ts";

const CONTENT = join(process.cwd(), "content");
const TOKEN = /\{([a-z-]+(?::[a-z0-9-]+)?)\}/gi;
/** Promises that only content/claims.yaml may spell out. */
const ABSOLUTE = [
  /24\s*\/\s*7|24 hours a day|around the clock|day or night/i,
  /(?:5|five)[- ]star/i,
  /within minutes/i,
  /\$0(?![\d,.])/,
  /15\s?\+ years|fifteen years of experience/i,
  /licensed (?:and|&) insured/i,
  /background[- ]check/i,
  /all major (?:US |U\.S\. )?cities/i,
  /satisfaction (?:is )?guaranteed/i,
  /\bvetted (?:local|pros|professionals|contractors)/i,
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

  test("makes a promise in its wording and none in its neutral one", () => {
    expect(found(claim.wording).length + found(claim.title).length).toBeGreaterThan(0);
    expect(found(claim.neutral)).toEqual([]);
    expect(found(claim.neutralTitle)).toEqual([]);
  });

  test("shows its neutral wording when it alone is switched", () => {
    const usual = getContentTokens(site([]));
    const switched = getContentTokens(site([claim.id]));
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

test("an unknown id switches no claim", () =>
  expect(getContentTokens(site(["no-such-claim"]))).toEqual(getContentTokens(site([]))));

test("with every claim switched, no token of the content makes a promise", () => {
  const tokens = getContentTokens(site(claims.map(({ id }) => id)));
  for (const [name, value] of Object.entries(tokens))
    if (name.startsWith("claim")) expect(found(value), name).toEqual([]);
});

describe.each(files)("content/%s", (file) => {
  const text = readFileSync(join(CONTENT, file), "utf8");

  test("spells out no absolute claim", () => expect(found(text.replace(TOKEN, " "))).toEqual([]));

  // The generator fills the placeholders of this file; tests/content/advertorials.test.ts checks the
  // result.
  test.skipIf(file === "advertorial-templates.yaml")(
    "uses only tokens that exist, so that no visitor sees a brace",
    () => {
      const known = getContentTokens(site([]));
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
