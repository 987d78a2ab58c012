import { describe, expect, test } from "vitest";
import { z } from "zod";
import { parseJsonAnswer, plainText } from "./parse-json-answer.ts";

const schema = z.object({ a: plainText(20) });

describe("the JSON object of an answer", () => {
  test.each([
    '{"a":"one"}',
    '```json\n{"a":"one"}\n```',
    'Sure! {"a": "one"} Is that fine?',
    '{"a":"one","b":{"c":1}}',
    '{"a":"  one\\u0000\\n"}',
    '{"a":"**one**"}',
    '{"a":"# one"}',
  ])("is read from %s", (text) =>
    expect(parseJsonAnswer(text, schema)).toEqual({ ok: true, value: { a: "one" } }),
  );
  test.each([
    ["", "no JSON object"],
    ["}{", "no JSON object"],
    ['{"a":', "no JSON object"],
    ['{"a":}', "not valid JSON"],
    ['{"b":"one"}', "a:"],
    ['{"a":"<b>one</b>"}', "a: plain text"],
    ['{"a":"<img src=x onerror=y"}', "a: plain text"],
    ['{"a":"see www.x.example"}', "a: plain text"],
    [`{"a":"${"x".repeat(21)}"}`, "a:"],
  ])("is refused: %s", (text, error) =>
    expect(parseJsonAnswer(text, schema)).toMatchObject({
      ok: false,
      error: expect.stringContaining(error),
    }),
  );
  test("a smaller-than sign is no markup", () =>
    expect(parseJsonAnswer('{"a":"below < 60 °F"}', schema)).toMatchObject({ ok: true }));
});
