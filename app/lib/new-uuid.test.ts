import { afterEach, expect, test, vi } from "vitest";
import { z } from "zod";
import { newUuid } from "./new-uuid.ts";

afterEach(() => vi.unstubAllGlobals());

test("creates different version 4 UUIDs, with and without the browser's own function", () => {
  const made = [newUuid(), newUuid()];
  vi.stubGlobal("crypto", { getRandomValues: crypto.getRandomValues.bind(crypto) });
  for (let i = 0; i < 1_000; i++) made.push(newUuid());
  for (const id of made) expect(z.uuidv4().safeParse(id).success).toBe(true);
  expect(new Set(made).size).toBe(made.length);
});
