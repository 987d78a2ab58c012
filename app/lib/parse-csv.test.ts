import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseCsv } from "./parse-csv.ts";

const parseCells = (text: string) => {
  const result = parseCsv(text);
  return result.ok ? result.rows.map(({ cells }) => cells) : result;
};

describe("a CSV file", () => {
  test("may have empty cells, any line endings, and no line ending after its last row", () => {
    expect(parseCells("a,b\r\n1,\n,2\r3,4")).toEqual([
      ["a", "b"],
      ["1", ""],
      ["", "2"],
      ["3", "4"],
    ]);
    expect(parseCells("a,")).toEqual([["a", ""]]);
    expect(parseCells("")).toEqual([]);
  });

  test("may have a byte order mark, quotes, commas and line breaks inside cells; lines are numbered as in an editor", () => {
    const result = parseCsv(
      '\uFEFF"Name, full",note\r\n"Peach ""A"" Plumbing","two\r\nlines"\r\n\r\nx,y\r\n',
    );
    expect(result).toEqual({
      ok: true,
      rows: [
        { line: 1, cells: ["Name, full", "note"] },
        { line: 2, cells: ['Peach "A" Plumbing', "two\r\nlines"] },
        { line: 5, cells: ["x", "y"] },
      ],
    });
  });

  test("reports the line of an error", () => {
    expect(parseCsv('a,b\n1,"2')).toEqual({
      ok: false,
      line: 2,
      problem: "A quoted cell is not closed.",
    });
    expect(parseCsv('a,b\n1,"2"3')).toEqual({
      ok: false,
      line: 2,
      problem: "Something stands behind a closing quote.",
    });
    expect(parseCsv('a\n5" pipe')).toEqual({
      ok: false,
      line: 2,
      problem: "A quote stands in a cell that does not begin with one.",
    });
  });

  test("can be written and parsed again, whatever its cells contain", () => {
    const cell = fc.string({ unit: fc.constantFrom("a", ",", '"', "\n", "\r", " ", "é") });
    const rows = fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), {
      minLength: 1,
      maxLength: 5,
    });
    const write = (value: string) =>
      /[",\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value;
    fc.assert(
      fc.property(rows, (table) => {
        expect(parseCells(table.map((cells) => cells.map(write).join(",")).join("\r\n"))).toEqual(
          table,
        );
      }),
    );
  });
});
