/**
 * Spreadsheets would run cells that begin with these as formulas: signs of either width, also after
 * spaces and invisible characters, which spreadsheets drop.
 */
const FORMULA = /^(?:[\s\p{Cc}\p{Cf}]*[=+\-@＝＋－＠]|[\t\r\n])/u;
const QUOTED = /[",\r\n]/;

/** One line of a CSV file, with its line end. Numbers stay numbers, also below zero. */
export function formatCsvLine(cells: readonly (string | number | null)[]): string {
  const written = cells.map((cell) => {
    if (typeof cell === "number") return String(cell);
    const text = FORMULA.test(cell ?? "") ? `'${cell}` : (cell ?? "");
    return QUOTED.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  });
  return `${written.join(",")}\r\n`;
}
