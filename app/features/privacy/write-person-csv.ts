import { formatCsvLine } from "#app/lib/format-csv-line.ts";

/** Rows of one kind in an export. */
export type ExportSection = { name: string; rows: Record<string, unknown>[] };

const isPhone = (field: string) =>
  /(?:^|_)phone(?:_|$)/i.test(field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`));
const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof Date);

function toText(field: string, value: unknown): string {
  if (value === null || value === undefined) return "";
  if (value instanceof Date) return value.toISOString();
  if (typeof value === "object") return JSON.stringify(value);
  return isPhone(field) ? String(value).replace(/\D/g, "") : String(value);
}

/** Flattens nested objects to fields with dotted names. */
const flatten = (row: Record<string, unknown>, prefix = ""): [string, unknown][] =>
  Object.entries(row).flatMap(([field, value]): [string, unknown][] =>
    isRecord(value) ? flatten(value, `${prefix}${field}.`) : [[`${prefix}${field}`, value]],
  );

/**
 * CSV with one line per value (kind of row, number of the row, field, value), for rows of any kind.
 */
export function writePersonCsv(sections: ExportSection[]): string {
  const lines = sections.flatMap(({ name, rows }) =>
    rows.flatMap((row, index) =>
      flatten(row).map(([field, value]) =>
        formatCsvLine([
          name,
          String(index + 1),
          field,
          toText(field.split(".").at(-1) ?? "", value),
        ]),
      ),
    ),
  );
  return [formatCsvLine(["kind", "number", "field", "value"]), ...lines].join("");
}
