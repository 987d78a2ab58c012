/** A spreadsheet would run these as formulas: signs in either width, also after a tab or a line break that it drops. */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/;
const QUOTED = /[",\r\n]/;

/** One line of a CSV file, with its line end. */
export function writeCsvLine(cells: readonly (string | null)[]): string {
  const written = cells.map((cell) => {
    const text = FORMULA.test(cell ?? "") ? `'${cell}` : (cell ?? "");
    return QUOTED.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  });
  return `${written.join(",")}\r\n`;
}
