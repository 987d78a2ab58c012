import { readFileSync, statSync } from "node:fs";
import { expect, test } from "vitest";
import { AT_REST, PLAY } from "#app/features/requests/quote/clip-words.ts";
import { captions, DURATION, listPanels, MOST_BYTES, shots } from "../../scripts/clip/scenes.ts";

const file = (name: string) => `public/media/thank-you.${name}`;

test("the captions of the thank-you clip are the words of its shots (otherwise run: npm run draw:clip)", () => {
  expect(readFileSync(file("vtt"), "utf8")).toBe(captions());
});

test("the words beside the still are its shot's, Play names the length, and every caption fits its room", () => {
  const list = shots.map(({ caption }) => caption);
  expect(AT_REST).toBe(list.at(-1));
  // It stands in a `noscript` too, where escaped letters would not match when the page hydrates.
  expect(AT_REST).not.toMatch(/["'&<>]/);
  expect(PLAY).toBe(`${DURATION} sec`);
  expect(Math.max(...list.map(({ length }) => length))).toBe(AT_REST.length);
});

test("the clip promises no text message, and no professional who already has the details", () => {
  const words = captions() + shots.map((shot) => shot.words).join("\n");
  expect(words).not.toMatch(/text|messages|reviews|your details|phone nearby/i);
});

test("no name and no number is in the pixels: both are settings", () => {
  for (const { words } of shots) {
    expect(words).not.toMatch(/\d|henry/i);
    expect(words.split(" ").length).toBeLessThanOrEqual(6);
  }
});

test("the clip is small, and begins with the picture it ends with, its still", () => {
  expect(statSync(file("webm")).size).toBeLessThanOrEqual(MOST_BYTES);
  const last = listPanels(DURATION - 0.01);
  expect(last).toHaveLength(1);
  expect(listPanels(0)[0]?.svg).toBe(last[0]?.svg);
});
