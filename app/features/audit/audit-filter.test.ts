import { expect, test } from "vitest";
import { formatCsvLine } from "#app/lib/format-csv-line.ts";
import { buildAuditQuery, readAuditFilter } from "./audit-filter.ts";

test("invalid and unknown filters in the URL are ignored", () => {
  expect(
    readAuditFilter(
      new URLSearchParams(
        "actor=&action=set-role&from=2026-02-31&to=2026-03-01&more=1&entity=a%00b",
      ),
    ),
  ).toEqual({ action: "set-role", to: "2026-03-01" });
  expect(buildAuditQuery({ action: "set-role", from: undefined }).toString()).toBe(
    "action=set-role",
  );
});

test("cells are quoted, and none is read as a formula", () => {
  expect(formatCsvLine(["plain", null, 'say "hi"', "a,b", "two\nlines"])).toBe(
    'plain,,"say ""hi""","a,b","two\nlines"\r\n',
  );
  expect(formatCsvLine(["=1+1", "+1", "-1", "@a", "\tx", "\rx"])).toBe(
    `'=1+1,'+1,'-1,'@a,'\tx,"'\rx"\r\n`,
  );
  expect(formatCsvLine(["＝1+1", "＋1", "－1", "＠a", "\n=1+1"])).toBe(
    `'＝1+1,'＋1,'－1,'＠a,"'\n=1+1"\r\n`,
  );
  for (const unseen of [
    " ",
    "   ",
    "\u00A0",
    "\u200B",
    "\uFEFF",
    "\u2060",
    "\u3000",
    "\0",
    " \u200B\u00A0",
  ])
    for (const sign of ["=1+1", "+1", "-1", "@a", "＝1"])
      expect(formatCsvLine([unseen + sign]), JSON.stringify(unseen + sign)).toBe(
        `'${unseen}${sign}\r\n`,
      );
  expect(formatCsvLine([" plain", "\u00A0a=1", "a @ b", " "])).toBe(" plain,\u00A0a=1,a @ b, \r\n");
});
