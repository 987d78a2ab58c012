import { expect, test } from "vitest";
import { splitSearchWords } from "./search-words.ts";

test.each([
  ["(404) 555-0123", ["4045550123"]],
  ["+1 404.555.0123", ["4045550123"]],
  ["404 555", ["404555"]],
  ["call 4045550123", ["4045550123"]],
  ["Jordan  Plumbing", ["jordan", "plumbing"]],
  ["24/7 help", ["24/7", "help"]],
  ["12", ["12"]],
  ["", []],
  ["   ", []],
])("%j searches for %j", (query, words) => expect(splitSearchWords(query)).toEqual(words));
