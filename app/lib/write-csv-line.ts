/**
 * A spreadsheet would run these as formulas: signs in either width, also after spaces and unseen
 * characters, which it drops.
 */
const FORMULA = /^(?:[\s\p{Cc}\p{Cf}]*[=+\-@＝＋－＠]|[\t\r\n])/u;
const QUOTED = /[",\r\n]/;

/** One line of a CSV file, with its line end. */
export function writeCsvLine(cells: readonly (string | null)[]): string {
  const written = cells.map((cell) => {
    const text = FORMULA.test(cell ?? "") ? `'${cell}` : (cell ?? "");
    return QUOTED.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  });
  return `${written.join(",")}\r\n`;
}
