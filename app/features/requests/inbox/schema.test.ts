import { expect, test } from "vitest";
import { formatCursor } from "#app/lib/cursor.ts";
import { buildListQuery, parseFilters, requestFormSchema } from "./schema.ts";

const ID = "01890a5d-ac96-774b-bcce-b302099a8057";

test("parses a query string and ignores invalid values", () => {
  const cursor = formatCursor({ at: new Date(1_763_000_000_123), id: ID });
  expect(parseFilters(new URLSearchParams(`q= Jo &status=new&view=mine&after=${cursor}`))).toEqual({
    q: "Jo",
    status: "new",
    view: "mine",
    after: { at: new Date(1_763_000_000_123), id: ID },
    before: undefined,
  });
  const wrong = parseFilters(
    new URLSearchParams(
      `status=lost&view=x&after=1;drop&before=99999999999999999.${ID}&q=${"x".repeat(500)}`,
    ),
  );
  expect(wrong).toMatchObject({
    status: "all",
    view: "inbox",
    after: undefined,
    before: undefined,
  });
  expect(wrong.q).toHaveLength(100);
});

test("a query string has only filters that are set", () => {
  expect(buildListQuery({ q: "", status: "all", view: "inbox" })).toBe("");
  expect(buildListQuery({ q: "", status: "all", view: "all" })).toBe("?view=all");
  expect(buildListQuery({ q: "a b", status: "new", view: "flagged" })).toBe(
    "?q=a+b&status=new&view=flagged",
  );
});

test.each([
  [{ intent: "status", changes: "not json" }],
  [{ intent: "status", changes: "[]" }],
  [{ intent: "status", changes: JSON.stringify([{ id: ID, status: "lost" }]) }],
  [{ intent: "note", id: ID, text: "   " }],
  [{ intent: "note", id: "7", text: "x" }],
  [{ intent: "assign", id: ID, assigneeId: "me" }],
  [{ intent: "erase", id: ID }],
  [{}],
])("%j is refused", (form) => expect(requestFormSchema.safeParse(form).success).toBe(false));
