import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { captions } from "../../scripts/clip/scenes.ts";

test("the captions of the thank-you clip are the words of its scenes (otherwise run: npm run draw:clip)", () => {
  expect(readFileSync("public/media/thank-you.vtt", "utf8")).toBe(captions());
});

test("the clip promises no text message, and no professional who already has the details", () => {
  expect(captions()).not.toMatch(/text|messages|reviews|your details|phone nearby/i);
});
