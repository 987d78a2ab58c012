import { randomUUIDv7 } from "node:crypto";
import type pg from "pg";
import type { AppContext } from "#app/app-context.ts";
import { writeAudit } from "#app/features/audit/write-audit.server.ts";
import { adjustCredits } from "#app/features/billing/ledger.server.ts";
import { ADVISORY_LOCKS } from "#app/lib/advisory-locks.ts";
import { inTransaction } from "#app/lib/transaction.server.ts";
import { IMPORT_BYTES, IMPORT_TOO_LARGE } from "../constants.ts";
import { type By, columnsOf } from "../profile/save-profile.server.ts";
import type { ImportReply, ImportReport } from "../schema.ts";
import { type ImportRow, type ReadImport, readImport, sameProvider } from "./read-import.server.ts";

const KNOWN = "There is a provider with this company and phone already.";

/** What the page of imports asks for: a look at the file, or its import. */
export async function runImportForm(
  services: Pick<AppContext, "db" | "now" | "settings">,
  { form, ...who }: { form: FormData } & Omit<By, "now">,
): Promise<ImportReply> {
  const upload = form.get("file");
  if (!(upload instanceof File) || upload.size === 0)
    return { ok: false, message: "Choose a CSV file first." };
  const file = new Uint8Array(await upload.arrayBuffer());
  const pool = services.db.$client;
  if (form.get("intent") !== "import") return checkImport(pool, file);
  const { timeZone } = await services.settings.get();
  return importProviders(pool, { ...who, now: services.now(), file, timeZone });
}

type Read = Extract<ReadImport, { ok: true }>;

/** What an import of the file would do; nothing is written. */
export async function checkImport(pool: pg.Pool, file: Uint8Array): Promise<ImportReply> {
  const read = await readFile(file);
  if (!read.ok) return read;
  return {
    ok: true,
    step: "checked",
    report: reportOf(read, await findKnown(pool, read.rows)).report,
  };
}

/**
 * Adds all good rows of the file, together or not at all. The same file a second time adds nothing.
 */
export async function importProviders(
  pool: pg.Pool,
  options: By & { file: Uint8Array; timeZone: string },
): Promise<ImportReply> {
  const { file, timeZone, actor, requestId, now } = options;
  const read = await readFile(file);
  if (!read.ok) return read;
  return inTransaction(pool, async (tx): Promise<ImportReply> => {
    // One import at a time, so that two clicks do not add the same rows twice.
    await tx.query("select pg_advisory_xact_lock($1)", [ADVISORY_LOCKS.importProviders]);
    const { report, rows } = reportOf(read, await findKnown(tx, read.rows));
    const added = rows.map(({ profile }, index) => ({
      id: randomUUIDv7(),
      ...columnsOf(profile, timeZone),
      // A millisecond apart, so that the list has them in the order of the file.
      created_at: new Date(now.getTime() - index),
      credits: 0,
      version: 1,
      is_demo: false,
      jobs_completed: 0,
    }));
    const [first] = added;
    if (first) {
      const names = Object.keys(first).join(", ");
      await tx.query(
        `insert into providers (${names}) select ${names} from json_populate_recordset(null::providers, $1::json)`,
        [JSON.stringify(added)],
      );
      await adjustCredits(tx, {
        adjustments: rows.map(({ profile }, index) => ({
          providerId: added[index]?.id ?? "",
          amount: profile.credits,
        })),
        actor,
        note: "import",
        now,
      });
    }
    await writeAudit(tx, {
      actor,
      action: "import",
      entity: "provider",
      changes: { rows: report.rows, added: added.length, refused: report.badRows },
      requestId,
      now,
    });
    return { ok: true, step: "imported", report };
  });
}

async function readFile(file: Uint8Array): Promise<ReadImport> {
  if (file.byteLength > IMPORT_BYTES) return { ok: false, message: IMPORT_TOO_LARGE };
  const text = decode(file);
  return text === null
    ? { ok: false, message: "The file is not UTF-8 text. Save it as CSV UTF-8 and try again." }
    : readImport(text);
}

function decode(file: Uint8Array): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(file);
  } catch {
    return null;
  }
}

/** Which of the rows are providers that exist. */
async function findKnown(db: pg.Pool | pg.PoolClient, rows: ImportRow[]): Promise<Set<string>> {
  const { rows: found } = await db.query<{ company_name: string; phone: string }>(
    "select company_name, phone from providers where lower(company_name) = any($1) or company_name = any($2)",
    [
      rows.map(({ profile }) => profile.company_name.toLowerCase()),
      rows.map(({ profile }) => profile.company_name),
    ],
  );
  return new Set(found.map(sameProvider));
}

function reportOf(
  read: Read,
  known: ReadonlySet<string>,
): { report: ImportReport; rows: ImportRow[] } {
  const rows = read.rows.filter(({ key }) => !known.has(key));
  const problems = [
    ...read.problems,
    ...read.rows
      .filter(({ key }) => known.has(key))
      .map(({ line }) => ({ line, column: "company_name", message: KNOWN })),
  ];
  problems.sort((a, b) => a.line - b.line);
  const report = {
    rows: read.total,
    good: rows.length,
    badRows: read.total - rows.length,
    problems,
    ignored: read.ignored,
  };
  return { report, rows };
}
