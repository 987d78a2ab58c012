import { median } from "./statistics.ts";

/** One line of a part's table; `met` is set if there is a target. */
export type Line = { what: string; value: string; target?: string; met?: boolean };
export type Report = { notes?: string[]; lines: Line[] };

export const formatRate = (perSecond: number) =>
  `${Math.round(perSecond).toLocaleString("en-US")}/s`;
export const formatPercent = (share: number) => `${(share * 100).toFixed(1)} %`;
/** Kilobytes of 1,000 bytes. */
export const formatKilobytes = (bytes: number) => `${(bytes / 1_000).toFixed(1)} kB`;

export const formatRounds = (perSecond: number[]) =>
  `${formatRate(median(perSecond))}  (rounds: ${perSecond.map((value) => Math.round(value).toLocaleString("en-US")).join("; ")})`;

/** Prints rows as columns; the first column is left-aligned. */
export function printColumns(rows: string[][]): void {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  );
  for (const row of rows)
    console.log(
      `  ${row.map((cell, column) => (column ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0))).join("  ")}`,
    );
}

export function printReport({ notes = [], lines }: Report): void {
  for (const note of notes) console.log(`  ${note}`);
  const width = Math.max(0, ...lines.map((line) => line.what.length));
  for (const { what, value, target, met } of lines) {
    const verdict = target === undefined ? "" : `   target ${target}: ${met ? "met" : "NOT met"}`;
    console.log(`  ${what.padEnd(width)}  ${value}${verdict}`);
  }
}
