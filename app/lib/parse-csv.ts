export type CsvRow = {
  /** Line of the file where the row begins; the first is 1. */
  line: number;
  cells: string[];
};
export type CsvResult = { ok: true; rows: CsvRow[] } | { ok: false; line: number; problem: string };

/**
 * Parses a CSV file (RFC 4180): quoted cells with doubled quotes, commas and line breaks inside,
 * any line ends, a byte order mark. Lines without any cell are left out. Never guesses: an error is
 * reported with its line.
 * @param limits maximum rows, and cells per row, to bound memory; for a file with more rows, one row
 * more than the limit is returned
 */
export function parseCsv(
  text: string,
  limits = { rows: Number.POSITIVE_INFINITY, cells: Number.POSITIVE_INFINITY },
): CsvResult {
  const rows: CsvRow[] = [];
  let position = text.startsWith("\uFEFF") ? 1 : 0;
  let line = 1;
  let row: CsvRow = { line, cells: [] };
  const endRow = () => {
    if (row.cells.length > 1 || row.cells[0] !== "") rows.push(row);
    row = { line, cells: [] };
  };

  while (position < text.length && rows.length <= limits.rows) {
    const isQuoted = text[position] === '"';
    const cell = isQuoted ? readQuoted(text, position) : readPlain(text, position);
    if (cell.problem) return { ok: false, line, problem: cell.problem };
    row.cells.push(cell.value);
    if (row.cells.length > limits.cells)
      return { ok: false, line, problem: `More than ${limits.cells} cells stand in one row.` };
    line += cell.breaks;
    position = cell.end;
    if (text[position] === ",") {
      position += 1;
      // A comma at the very end is followed by an empty cell.
      if (position === text.length) row.cells.push("");
      continue;
    }
    position += text.startsWith("\r\n", position) ? 2 : 1;
    line += 1;
    endRow();
  }
  if (row.cells.length > 0) endRow();
  return { ok: true, rows };
}

type Cell = { value: string; end: number; breaks: number; problem?: string };

const countBreaks = (text: string) => text.match(/\r\n|\r|\n/g)?.length ?? 0;
const PLAIN = /[^,\r\n]*/y;

function readPlain(text: string, start: number): Cell {
  PLAIN.lastIndex = start;
  const value = PLAIN.exec(text)?.[0] ?? "";
  const problem = value.includes('"')
    ? "A quote stands in a cell that does not begin with one."
    : undefined;
  return { value, end: start + value.length, breaks: 0, problem };
}

function readQuoted(text: string, start: number): Cell {
  let value = "";
  let at = start + 1;
  for (;;) {
    const quote = text.indexOf('"', at);
    if (quote < 0)
      return { value, end: text.length, breaks: 0, problem: "A quoted cell is not closed." };
    value += text.slice(at, quote);
    at = quote + 1;
    if (text[at] !== '"') break;
    value += '"';
    at += 1;
  }
  const problem =
    at < text.length && !/[,\r\n]/.test(text[at] ?? "")
      ? "Something stands behind a closing quote."
      : undefined;
  return { value, end: at, breaks: countBreaks(value), problem };
}
