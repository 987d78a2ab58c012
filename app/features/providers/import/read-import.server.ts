import { setImmediate } from "node:timers/promises";
import { type CsvRow, parseCsv } from "#app/lib/parse-csv.ts";
import { phoneDigits } from "#app/lib/phone.ts";
import { IMPORT_COLUMNS, IMPORT_ROWS, ROW_PROBLEMS } from "../constants.ts";
import { checkProfile } from "../profile/check-profile.server.ts";
import {
  type FieldErrors,
  type ImportProblem,
  PROFILE_FIELDS,
  type Profile,
  type ProfileField,
} from "../schema.ts";

/** Other requests get their turn after so many rows. */
const ROWS_AT_ONCE = 100;
const NEEDED: readonly ProfileField[] = ["company_name", "contact_name", "phone"];

export type ImportRow = { line: number; profile: Profile; key: string };
export type ReadImport =
  | { ok: true; rows: ImportRow[]; total: number; problems: ImportProblem[]; ignored: string[] }
  | { ok: false; message: string };

/** Two rows that agree in this are taken for the same provider. */
export const sameProvider = ({ company_name, phone }: Pick<Profile, "company_name" | "phone">) =>
  `${company_name.toLowerCase()}|${phoneDigits(phone)}`;

/** Reads a CSV file of providers and checks each row; what is wrong is named by line and column. */
export async function readImport(text: string): Promise<ReadImport> {
  // The first line names the columns.
  const parsed = parseCsv(text, { rows: IMPORT_ROWS + 1, cells: IMPORT_COLUMNS });
  if (!parsed.ok) return { ok: false, message: `Line ${parsed.line}: ${parsed.problem}` };
  const [head, ...rows] = parsed.rows;
  if (!head) return { ok: false, message: "The file is empty." };
  const columns = head.cells.map((cell) =>
    cell
      .trim()
      .toLowerCase()
      .replace(/[\s-]+/g, "_"),
  );
  const twice = columns.find((name, index) => name && columns.indexOf(name) !== index);
  if (twice) return { ok: false, message: `The column ${twice} stands twice in the first line.` };
  const missing = NEEDED.filter((name) => !columns.includes(name));
  if (missing.length > 0)
    return { ok: false, message: `The first line names no column ${missing.join(", ")}.` };
  if (rows.length === 0) return { ok: false, message: "There are no rows below the first line." };
  if (rows.length > IMPORT_ROWS)
    return {
      ok: false,
      message: `The file has more than ${IMPORT_ROWS.toLocaleString("en-US")} rows.`,
    };
  const ignored = columns.flatMap((name, index) =>
    PROFILE_FIELDS.includes(name as ProfileField)
      ? []
      : [name || `column ${index + 1}, which has no name`],
  );
  return { ok: true, ...(await checkRows(rows, columns)), total: rows.length, ignored };
}

async function checkRows(
  rows: CsvRow[],
  columns: string[],
): Promise<{ rows: ImportRow[]; problems: ImportProblem[] }> {
  const problems: ImportProblem[] = [];
  const good = new Map<string, ImportRow>();
  for (const [index, { line, cells }] of rows.entries()) {
    if (index % ROWS_AT_ONCE === ROWS_AT_ONCE - 1) await setImmediate();
    if (cells.length !== columns.length) {
      problems.push({
        line,
        column: null,
        message: `The row has ${cells.length} cells, the first line ${columns.length}.`,
      });
      continue;
    }
    const checked = checkProfile(
      valuesOf(Object.fromEntries(columns.map((name, index) => [name, cells[index] ?? ""]))),
    );
    if (!checked.ok) {
      problems.push(...problemsOf(line, checked.errors));
      continue;
    }
    const key = sameProvider(checked.profile);
    const before = good.get(key);
    if (before)
      problems.push({
        line,
        column: "company_name",
        message: `The same company and phone stand in line ${before.line}.`,
      });
    else good.set(key, { line, profile: checked.profile, key });
  }
  return { rows: [...good.values()], problems };
}

/** The first problems of a row, and how many more it has. */
function problemsOf(line: number, errors: FieldErrors): ImportProblem[] {
  const all = Object.entries(errors).map(([column, message]) => ({ line, column, message }));
  const more = all.length - ROW_PROBLEMS;
  return more > 0
    ? [
        ...all.slice(0, ROW_PROBLEMS),
        {
          line,
          column: null,
          message: `${more} more ${more === 1 ? "cell has a problem" : "cells have problems"}.`,
        },
      ]
    : all;
}

/** Cells as a form would send them; a column that the file does not have is empty. */
function valuesOf(cells: Record<string, string>): Record<ProfileField, unknown> {
  const values = Object.fromEntries(
    PROFILE_FIELDS.map((name) => [name, cells[name] ?? ""]),
  ) as Record<ProfileField, unknown>;
  values.service_categories = String(values.service_categories)
    .split(/[;|,\n]/)
    .map((name) => name.trim())
    .filter(Boolean);
  values.verification_status = String(values.verification_status).trim().toLowerCase() || "pending";
  return values;
}
