/** A spreadsheet would run these as formulas. */
const FORMULA = /^[=+\-@\t\r]/;
const QUOTED = /[",\r\n]/;

/** One line of a CSV file, with its line end. */
export function writeCsvLine(cells: readonly (string | null)[]): string {
  const written = cells.map((cell) => {
    const text = FORMULA.test(cell ?? "") ? `'${cell}` : (cell ?? "");
    return QUOTED.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  });
  return `${written.join(",")}\r\n`;
}
