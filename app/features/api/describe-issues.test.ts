import { expect, test } from "vitest";
import { z } from "zod";
import { describeIssues } from "./describe-issues.ts";

const schema = z.strictObject({
  status: z.enum(["new", "closed"]).optional(),
  text: z.string().max(5).optional(),
  zips: z.array(z.string().regex(/^\d{5}$/, { error: "A ZIP code has five digits." })).optional(),
  count: z.number().optional(),
});
const describe = (value: unknown) =>
  describeIssues(schema.safeParse(value).error?.issues ?? [], "/").map(
    ({ at, detail }) => `${at} ${detail}`,
  );

test("each error has its place and a sentence, and repeats no value", () => {
  expect(describe({ status: "Jo" })).toEqual(["/status Use one of: new, closed."]);
  expect(describe({ text: "Jo Example" })).toEqual(["/text The maximum is 5 characters."]);
  expect(describe({ zips: ["30301", "x"] })).toEqual(["/zips/1 A ZIP code has five digits."]);
  expect(describe({ count: "Jo" })).toEqual(["/count Send a value of the type number."]);
  expect(describe(null)).toEqual(["/ Send a value of the type object."]);
  const needed = z.object({ text: z.string() }).safeParse({}).error?.issues ?? [];
  expect(describeIssues(needed, "?")).toEqual([{ at: "?text", detail: "This field is missing." }]);
  expect(describe({ "a/b": 1, c: 2 })).toEqual([
    "/a~1b There is no such field here. Check its spelling.",
    "/c There is no such field here. Check its spelling.",
  ]);
});
