import { isDeepStrictEqual } from "node:util";
import type { ActionContext } from "#app/db/action-context.server.ts";
import type { Database } from "#app/db/client.server.ts";
import { withTransaction } from "#app/db/transaction.server.ts";
import { recordAudit } from "#app/features/audit/write-audit.server.ts";
import { parseJson } from "#app/lib/parse-json.ts";
import {
  findNumberConflicts,
  MAX_NUMBERS,
  type PhoneNumber,
  phoneNumberSchema,
} from "./phone-numbers.ts";
import { getSiteSettings } from "./queries.server.ts";
import { lockSettings, storeSetting } from "./store-settings.server.ts";

/** The main number and the numbers of pages. Reads the database: the cache is late after a save. */
export async function getNumbersPage(db: Database) {
  const { phone, phoneNumbers } = await getSiteSettings(db);
  return { mainPhone: phone, numbers: phoneNumbers };
}

/** Errors by field: `phone-0`, `label-0` and `pages-0` of the first number of the form. */
export type SaveNumbersResult =
  | { ok: true; changed: boolean; numbers: PhoneNumber[] }
  | { ok: false; reason: "invalid"; errors: Record<string, string> }
  | { ok: false; reason: "changed" };

/**
 * Saves the numbers of pages. A row without number, label and pages is left out. The list is one
 * value, so it is refused where somebody else has changed it since the form was opened.
 */
export function savePhoneNumbers(
  context: ActionContext,
  { form }: { form: FormData },
): Promise<SaveNumbersResult> {
  const rows = readRows(form);
  const parsed = parseRows(rows);
  if (!parsed.ok) return Promise.resolve(parsed);
  return withTransaction(context.db, async (tx): Promise<SaveNumbersResult> => {
    await lockSettings(tx);
    const { phone, phoneNumbers: stored } = await getSiteSettings(tx);
    const { numbers } = parsed;
    const conflicts = findNumberConflicts(numbers, phone);
    if (conflicts.length > 0) return buildErrors(rows, conflicts);
    if (isDeepStrictEqual(stored, numbers)) return { ok: true, changed: false, numbers };
    if (!isDeepStrictEqual(stored, parseJson(String(form.get("opened") ?? ""))))
      return { ok: false, reason: "changed" };
    const { actor, now } = context;
    await storeSetting(tx, { key: "phoneNumbers", value: numbers, actor, now });
    await recordAudit(tx, context, {
      action: "save",
      entity: "settings",
      changes: { phoneNumbers: numbers.map(({ label, pages }) => ({ label, pages })) },
    });
    return { ok: true, changed: true, numbers };
  });
}

type Row = { index: number; phone: string; label: string; pages: string[] };

/** The rows of the form that are not empty, with their numbers. */
function readRows(form: FormData): Row[] {
  const text = (name: string) => String(form.get(name) ?? "").trim();
  return Array.from({ length: MAX_NUMBERS }, (_, index) => ({
    index,
    phone: text(`phone-${index}`),
    label: text(`label-${index}`),
    pages: text(`pages-${index}`).split(/\s+/).filter(Boolean),
  })).filter(({ phone, label, pages }) => phone !== "" || label !== "" || pages.length > 0);
}

function parseRows(
  rows: readonly Row[],
):
  | { ok: true; numbers: PhoneNumber[] }
  | { ok: false; reason: "invalid"; errors: Record<string, string> } {
  const parsed = phoneNumberSchema.array().safeParse(rows);
  if (parsed.success) return { ok: true, numbers: parsed.data };
  return buildErrors(
    rows,
    parsed.error.issues.map(({ path: [index, field], message }) => ({
      index: Number(index),
      field: String(field),
      message,
    })),
  );
}

/** The first message of each field, by its name in the form. */
function buildErrors(
  rows: readonly Row[],
  issues: readonly { index: number; field: string; message: string }[],
): { ok: false; reason: "invalid"; errors: Record<string, string> } {
  const named = issues.map(
    ({ index, field, message }) => [`${field}-${rows[index]?.index}`, message] as const,
  );
  return { ok: false, reason: "invalid", errors: Object.fromEntries(named.toReversed()) };
}
