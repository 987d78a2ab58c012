import { setImmediate } from "node:timers/promises";
import { type CsvRow, parseCsv } from "#app/lib/parse-csv.ts";
import { normalizePhoneDigits } from "#app/lib/phone.ts";
import { MAX_IMPORT_COLUMNS, MAX_IMPORT_ROWS, MAX_ROW_PROBLEMS } from "../constants.ts";
import { checkProfile } from "../profile/check-profile.server.ts";
import {
  type FieldErrors,
  type ImportProblem,
  PROFILE_FIELDS,
  type Profile,
  type ProfileField,
} from "../schema.ts";

/** Other work of the process may run after this many rows. */
const ROWS_PER_TICK = 100;
const REQUIRED_COLUMNS: readonly ProfileField[] = ["company_name", "contact_name", "phone"];

export type ImportRow = { line: number; profile: Profile; key: string };
export type ReadImport =
  | {
      ok: true;
      rows: ImportRow[];
      total: number;
      problems: ImportProblem[];
      ignoredColumns: string[];
    }
  | { ok: false; message: string };

/** Two rows with the same key are the same provider. */
export const getDuplicateKey = ({ company_name, phone }: Pick<Profile, "company_name" | "phone">) =>
  `${company_name.toLowerCase()}|${normalizePhoneDigits(phone)}`;

/** Reads a CSV file of providers and checks each row. Problems name their line and column. */
export async function readImport(text: string): Promise<ReadImport> {
  // The first line names the columns.
  const parsed = parseCsv(text, { rows: MAX_IMPORT_ROWS + 1, cells: MAX_IMPORT_COLUMNS });
  if (!parsed.ok) return { ok: false, message: `Line ${parsed.line}: ${parsed.problem}` };
  const [header, ...rows] = parsed.rows;
  if (!header) return { ok: false, message: "The file is empty." };
  const columns = header.cells.map((cell) =>
    cell
      .trim()
      .toLowerCase()
      .replace(/[\s-]+/g, "_"),
  );
  const duplicate = columns.find((name, index) => name && columns.indexOf(name) !== index);
  if (duplicate)
    return { ok: false, message: `The column ${duplicate} appears twice in the first line.` };
  const missing = REQUIRED_COLUMNS.filter((name) => !columns.includes(name));
  if (missing.length > 0)
    return { ok: false, message: `The first line has no column ${missing.join(", ")}.` };
  if (rows.length === 0) return { ok: false, message: "There are no rows below the first line." };
  if (rows.length > MAX_IMPORT_ROWS)
    return {
      ok: false,
      message: `The file has more than ${MAX_IMPORT_ROWS.toLocaleString("en-US")} rows.`,
    };
  const ignoredColumns = columns.flatMap((name, index) =>
    PROFILE_FIELDS.includes(name as ProfileField)
      ? []
      : [name || `column ${index + 1}, which has no name`],
  );
  return { ok: true, ...(await checkRows(rows, columns)), total: rows.length, ignoredColumns };
}

async function checkRows(
  rows: CsvRow[],
  columns: string[],
): Promise<{ rows: ImportRow[]; problems: ImportProblem[] }> {
  const problems: ImportProblem[] = [];
  const valid = new Map<string, ImportRow>();
  for (const [index, { line, cells }] of rows.entries()) {
    if (index % ROWS_PER_TICK === ROWS_PER_TICK - 1) await setImmediate();
    if (cells.length !== columns.length) {
      problems.push({
        line,
        column: null,
        message: `The row has ${cells.length} cells, the first line ${columns.length}.`,
      });
      continue;
    }
    const checked = checkProfile(
      toFormValues(Object.fromEntries(columns.map((name, index) => [name, cells[index] ?? ""]))),
    );
    if (!checked.ok) {
      problems.push(...listRowProblems(line, checked.errors));
      continue;
    }
    const key = getDuplicateKey(checked.profile);
    const earlier = valid.get(key);
    if (earlier)
      problems.push({
        line,
        column: "company_name",
        message: `The same company and phone are in line ${earlier.line}.`,
      });
    else valid.set(key, { line, profile: checked.profile, key });
  }
  return { rows: [...valid.values()], problems };
}

/** The first problems of a row, and how many more it has. */
function listRowProblems(line: number, errors: FieldErrors): ImportProblem[] {
  const problems = Object.entries(errors).map(([column, message]) => ({ line, column, message }));
  const more = problems.length - MAX_ROW_PROBLEMS;
  return more > 0
    ? [
        ...problems.slice(0, MAX_ROW_PROBLEMS),
        {
          line,
          column: null,
          message: `${more} more ${more === 1 ? "cell has a problem" : "cells have problems"}.`,
        },
      ]
    : problems;
}

/** Cells as the profile form sends them; a column that the file lacks is empty. */
function toFormValues(cells: Record<string, string>): Record<ProfileField, unknown> {
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
