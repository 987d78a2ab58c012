import { expect, test } from "vitest";
import { formatCsvLine } from "./format-csv-line.ts";

test("what a spreadsheet would run is text, and numbers stay numbers", () => {
  expect(formatCsvLine(["=1+1", "-25", -25, 1_250.5, null, 'a "b", c'])).toBe(
    `'=1+1,'-25,-25,1250.5,,"a ""b"", c"\r\n`,
  );
});
