import { isDeepStrictEqual } from "node:util";
import { eq } from "drizzle-orm";
import type { ActionContext } from "#app/db/action-context.server.ts";
import { providerSettings, type StoredOfferHours } from "#app/db/tables/providers.server.ts";
import { type Connection, type Transaction, withTransaction } from "#app/db/transaction.server.ts";
import { recordAudit } from "#app/features/audit/write-audit.server.ts";
import { listFieldErrors } from "#app/lib/field-errors.ts";
import { lockProvider } from "../profile/queries.server.ts";
import type { SaveResult } from "./save-result.ts";
import { hoursSchema, jobValueSchema } from "./schema.ts";

/** What a provider sets of the offers they take. */
export type OfferWishes = {
  minJobValue: number | null;
  maxJobValue: number | null;
  offerHours: StoredOfferHours | null;
  maxOffersPerDay: number | null;
  pausedUntil: Date | null;
};

const NO_WISHES: OfferWishes = {
  minJobValue: null,
  maxJobValue: null,
  offerHours: null,
  maxOffersPerDay: null,
  pausedUntil: null,
};

/** What a provider set of the offers they take; nothing where there are no settings yet. */
export async function getOfferWishes(db: Connection, providerId: string): Promise<OfferWishes> {
  const { minJobValue, maxJobValue, offerHours, maxOffersPerDay, pausedUntil } = providerSettings;
  const [stored] = await db
    .select({ minJobValue, maxJobValue, offerHours, maxOffersPerDay, pausedUntil })
    .from(providerSettings)
    .where(eq(providerSettings.providerId, providerId));
  return stored ?? NO_WISHES;
}

const JOB_VALUE = ["minJobValue", "maxJobValue"] as const;
const HOURS = ["offerHours", "maxOffersPerDay"] as const;
type Section = readonly (keyof OfferWishes)[];

/** Identifies the values of a section: its form sends what it was opened with. */
const getFingerprint = (wishes: OfferWishes, section: Section) =>
  JSON.stringify(section.map((name) => wishes[name]));
export const getJobValueFingerprint = (wishes: OfferWishes) => getFingerprint(wishes, JOB_VALUE);
export const getHoursFingerprint = (wishes: OfferWishes) => getFingerprint(wishes, HOURS);

type WishForm = { providerId: string; userId: string };
type OpenedForm = WishForm & { values: unknown; opened: string };

/** Saves what jobs must be worth, unless staff or a colleague changed it since the form was opened. */
export async function saveJobValue(
  context: ActionContext,
  { values, ...form }: OpenedForm,
): Promise<SaveResult> {
  const parsed = jobValueSchema.safeParse(values);
  if (!parsed.success)
    return { ok: false, reason: "fields", errors: listFieldErrors(parsed.error.issues) };
  const { min_job_value: minJobValue, max_job_value: maxJobValue } = parsed.data;
  return saveWishes(context, { ...form, section: JOB_VALUE, next: { minJobValue, maxJobValue } });
}

/** Saves at which hours offers come, and how many a day. */
export async function saveHours(
  context: ActionContext,
  { values, ...form }: OpenedForm,
): Promise<SaveResult> {
  const parsed = hoursSchema.safeParse(values);
  if (!parsed.success)
    return {
      ok: false,
      reason: "fields",
      // A day's field has the number of its weekday.
      errors: Object.fromEntries(
        parsed.error.issues.map(({ path, message }) => [
          path[0] === "days" ? `day_${String(path[1])}` : String(path[0]),
          message,
        ]),
      ),
    };
  const { any_time: anyTime, days, most: maxOffersPerDay } = parsed.data;
  if (!anyTime && days.every((day) => day === null))
    return {
      ok: false,
      reason: "fields",
      errors: { any_time: "Enter the hours of at least one day. To get no offers, pause them." },
    };
  const next = { offerHours: anyTime ? null : days, maxOffersPerDay };
  return saveWishes(context, { ...form, section: HOURS, next });
}

/** Pauses offers until an instant, or ends the pause. */
export function savePause(
  context: ActionContext,
  { until, ...form }: WishForm & { until: Date | null },
): Promise<SaveResult> {
  return withTransaction(context.db, async (tx): Promise<SaveResult> => {
    if (!(await lockProvider(tx, form.providerId))) return { ok: false, reason: "not-found" };
    const before = await getOfferWishes(tx, form.providerId);
    await storeWishes(tx, context, { ...form, before, next: { pausedUntil: until } });
    return { ok: true, done: until ? "paused" : "resumed" };
  });
}

type NewWishes = WishForm & { opened: string; section: Section; next: Partial<OfferWishes> };

function saveWishes(
  context: ActionContext,
  { opened, section, next, ...form }: NewWishes,
): Promise<SaveResult> {
  return withTransaction(context.db, async (tx): Promise<SaveResult> => {
    if (!(await lockProvider(tx, form.providerId))) return { ok: false, reason: "not-found" };
    const before = await getOfferWishes(tx, form.providerId);
    if (getFingerprint(before, section) !== opened) return { ok: false, reason: "conflict" };
    const isChanged = section.some((name) => !isDeepStrictEqual(before[name], next[name]));
    if (!isChanged) return { ok: true, done: "unchanged" };
    await storeWishes(tx, context, { ...form, before, next });
    return { ok: true, done: "saved" };
  });
}

async function storeWishes(
  tx: Transaction,
  context: ActionContext,
  input: WishForm & { before: OfferWishes; next: Partial<OfferWishes> },
): Promise<void> {
  const { providerId, userId, before, next } = input;
  const columns = { ...next, updatedAt: context.now };
  await tx
    .insert(providerSettings)
    .values({ providerId, ...columns })
    .onConflictDoUpdate({ target: providerSettings.providerId, set: columns });
  const names = Object.keys(next) as (keyof OfferWishes)[];
  const changes = names.map((name) => [name, { from: before[name], to: next[name] }]);
  await recordAudit(tx, context, {
    action: "save-settings",
    entity: "provider",
    entityId: providerId,
    changes: { person: userId, ...Object.fromEntries(changes) },
  });
}
