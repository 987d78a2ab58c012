import { randomUUIDv7 } from "node:crypto";

import type { AppContext } from "#app/app-context.ts";
import type { ActionContext } from "#app/db/action-context.server.ts";
import type { Database } from "#app/db/client.server.ts";

import { type Connection, lockInTransaction, withTransaction } from "#app/db/transaction.server.ts";
import { recordAudit } from "#app/features/audit/write-audit.server.ts";
import { adjustCredits } from "#app/features/billing/ledger.server.ts";
import { ADVISORY_LOCKS } from "#app/lib/advisory-locks.ts";
import { IMPORT_TOO_LARGE, MAX_IMPORT_BYTES } from "../constants.ts";
import { toProviderColumns } from "../profile/save-profile.server.ts";
import type { ImportReply, ImportReport } from "../schema.ts";
import { insertProviders, listProvidersByName } from "./import-providers.sql.ts";
import {
  getDuplicateKey,
  type ImportRow,
  type ReadImport,
  readImport,
} from "./read-import.server.ts";

const ALREADY_EXISTS = "There is a provider with this company and phone already.";

/** Handles the import form: checks a file, or imports it. */
export async function handleImportForm(
  context: ActionContext & Pick<AppContext, "settings">,
  { form }: { form: FormData },
): Promise<ImportReply> {
  const upload = form.get("file");
  if (!(upload instanceof File) || upload.size === 0)
    return { ok: false, message: "Choose a CSV file first." };
  const file = new Uint8Array(await upload.arrayBuffer());
  if (form.get("intent") !== "import") return checkImport(context.db, file);
  const { timeZone } = await context.settings.get();
  return importProviders(context, { file, timeZone });
}

type ReadableFile = Extract<ReadImport, { ok: true }>;

/** What an import of the file would do; nothing is written. */
export async function checkImport(db: Database, file: Uint8Array): Promise<ImportReply> {
  const read = await readFile(file);
  if (!read.ok) return read;
  const { report } = buildReport(read, await listExistingKeys(db, read.rows));
  return { ok: true, step: "checked", report };
}

/**
 * Adds all valid rows of the file in one transaction. Importing the same file again adds nothing.
 */
export async function importProviders(
  context: ActionContext,
  input: { file: Uint8Array; timeZone: string },
): Promise<ImportReply> {
  const { actor, now } = context;
  const read = await readFile(input.file);
  if (!read.ok) return read;
  return withTransaction(context.db, async (tx): Promise<ImportReply> => {
    // One import at a time, so that two clicks do not add the same rows twice.
    await lockInTransaction(tx, ADVISORY_LOCKS.importProviders);
    const { report, rows } = buildReport(read, await listExistingKeys(tx, read.rows));
    const added = rows.map(({ profile }, index) => ({
      id: randomUUIDv7(),
      ...toProviderColumns(profile, input.timeZone),
      // A millisecond apart, so that the list shows them in the order of the file.
      createdAt: new Date(now.getTime() - index),
    }));
    await insertProviders.run(tx, { providers: added });
    const adjustments = rows.map(({ profile }, index) => ({
      providerId: added[index]?.id ?? "",
      amount: profile.credits,
    }));
    await adjustCredits(tx, { adjustments, actor, note: "import", now });
    await recordAudit(tx, context, {
      action: "import",
      entity: "provider",
      changes: { rows: report.rows, added: added.length, refused: report.invalidRows },
    });
    return { ok: true, step: "imported", report };
  });
}

async function readFile(file: Uint8Array): Promise<ReadImport> {
  if (file.byteLength > MAX_IMPORT_BYTES) return { ok: false, message: IMPORT_TOO_LARGE };
  const text = decodeUtf8(file);
  return text === null
    ? { ok: false, message: "The file is not UTF-8 text. Save it as CSV UTF-8 and try again." }
    : readImport(text);
}

function decodeUtf8(file: Uint8Array): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(file);
  } catch {
    return null;
  }
}

/** The keys of stored providers that have the company name of a row. */
async function listExistingKeys(db: Connection, rows: ImportRow[]): Promise<Set<string>> {
  const names = rows.map(({ profile }) => profile.company_name);
  const found = await listProvidersByName.rows(db, {
    names,
    lowerCaseNames: names.map((name) => name.toLowerCase()),
  });
  return new Set(found.map(getDuplicateKey));
}

function buildReport(
  read: ReadableFile,
  existing: ReadonlySet<string>,
): { report: ImportReport; rows: ImportRow[] } {
  const rows = read.rows.filter(({ key }) => !existing.has(key));
  const problems = [
    ...read.problems,
    ...read.rows
      .filter(({ key }) => existing.has(key))
      .map(({ line }) => ({ line, column: "company_name", message: ALREADY_EXISTS })),
  ];
  problems.sort((a, b) => a.line - b.line);
  const report = {
    rows: read.total,
    validRows: rows.length,
    invalidRows: read.total - rows.length,
    problems,
    ignoredColumns: read.ignoredColumns,
  };
  return { report, rows };
}
