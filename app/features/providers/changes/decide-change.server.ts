import { and, eq } from "drizzle-orm";
import { z } from "zod";
import type { AppContext } from "#app/app-context.ts";
import type { ActionContext } from "#app/db/action-context.server.ts";
import { providerChanges } from "#app/db/tables/provider-documents.server.ts";
import type { providers } from "#app/db/tables/providers.server.ts";
import { withTransaction } from "#app/db/transaction.server.ts";
import { recordAudit } from "#app/features/audit/write-audit.server.ts";
import { toStorableText } from "#app/lib/text.ts";
import { MAX_CATEGORIES } from "../constants.ts";
import { describeChanges } from "../profile/describe-changes.server.ts";
import { lockProvider, type StoredProvider } from "../profile/queries.server.ts";
import { updateProvider } from "../profile/save-profile.server.ts";
import type { FieldErrors } from "../schema.ts";
import { REASON_LENGTH, type ReviewedField } from "./constants.ts";
import { type Changes, getPendingChange } from "./request-change.server.ts";
import { tellReplacedAddress } from "./tell-replaced-address.server.ts";

export type DecideResult =
  | { ok: true }
  | { ok: false; reason: "fields"; errors: FieldErrors }
  | { ok: false; reason: "not-found" | "change-gone" | "conflict" };

/** Why something was refused, for the provider to read. */
export const reasonSchema = z
  .string()
  .transform((text) => toStorableText(text).trim())
  .pipe(
    z
      .string()
      .min(1, { error: "Say why, so that the company can correct it." })
      .max(REASON_LENGTH, { error: `Use at most ${REASON_LENGTH} characters.` }),
  );

type Approval = {
  id: string;
  changeId: string;
  /** The version of the provider that the screen compared with. */
  version: number;
};

/** Approves what a provider asked for, if it is still what the screen showed, and stores it. */
export function approveChange(
  context: ActionContext & Pick<AppContext, "contactKeys">,
  { id, changeId, version }: Approval,
): Promise<DecideResult> {
  return withTransaction(context.db, async (tx): Promise<DecideResult> => {
    const provider = await lockProvider(tx, id);
    if (!provider) return { ok: false, reason: "not-found" };
    const pending = await getPendingChange(tx, id);
    if (pending?.id !== changeId) return { ok: false, reason: "change-gone" };
    if (provider.version !== version) return { ok: false, reason: "conflict" };
    const { columns, before, after } = applyChanges(provider, pending.changes);
    await updateProvider(tx, id, columns);
    if ("contact_email" in after)
      await tellReplacedAddress(tx, context, {
        providerId: id,
        requestedBy: null,
        before: provider.contactEmail,
        after: String(after.contact_email),
      });
    await tx
      .update(providerChanges)
      .set({ state: "accepted", decidedBy: context.actor, decidedAt: context.now })
      .where(eq(providerChanges.id, changeId));
    const fields = Object.keys(after) as ReviewedField[];
    await recordAudit(tx, context, {
      action: "approve-change",
      entity: "provider",
      entityId: id,
      changes: { changeId, ...describeChanges(context.contactKeys, { before, after, fields }) },
    });
    return { ok: true };
  });
}

type Refusal = { id: string; changeId: string; reason: string };

/** Refuses what a provider asked for: the old values stay, and the provider reads why. */
export async function refuseChange(
  context: ActionContext,
  { id, changeId, reason }: Refusal,
): Promise<DecideResult> {
  const parsed = reasonSchema.safeParse(reason);
  if (!parsed.success)
    return {
      ok: false,
      reason: "fields",
      errors: { reason: parsed.error.issues[0]?.message ?? "" },
    };
  return withTransaction(context.db, async (tx): Promise<DecideResult> => {
    if (!(await lockProvider(tx, id))) return { ok: false, reason: "not-found" };
    const pending = await getPendingChange(tx, id);
    if (pending?.id !== changeId) return { ok: false, reason: "change-gone" };
    await tx
      .update(providerChanges)
      .set({
        state: "refused",
        decidedBy: context.actor,
        decidedAt: context.now,
        refusal: parsed.data,
      })
      .where(and(eq(providerChanges.id, changeId), eq(providerChanges.providerId, id)));
    await recordAudit(tx, context, {
      action: "refuse-change",
      entity: "provider",
      entityId: id,
      changes: { changeId, fields: Object.keys(pending.changes) },
    });
    return { ok: true };
  });
}

/** The columns with the new values. Services are added to those that the provider has by now. */
function applyChanges(provider: StoredProvider, changes: Changes) {
  const current: Record<ReviewedField, unknown> = {
    company_name: provider.companyName,
    business_address: provider.address,
    business_city: provider.city,
    business_state: provider.state,
    business_zip: provider.zip,
    service_categories: provider.categories,
    contact_email: provider.contactEmail,
  };
  const after: Partial<Record<ReviewedField, unknown>> = Object.fromEntries(
    Object.entries(changes).map(([field, change]) => [field, change.after]),
  );
  if (Array.isArray(after.service_categories))
    after.service_categories = [
      ...new Set([...provider.categories, ...after.service_categories]),
    ].slice(0, MAX_CATEGORIES);
  const before = Object.fromEntries(
    Object.keys(after).map((field) => [field, current[field as ReviewedField]]),
  );
  const columns = {
    ...("company_name" in after && { companyName: String(after.company_name) }),
    ...("business_address" in after && { businessAddress: toText(after.business_address) }),
    ...("business_city" in after && { businessCity: toText(after.business_city) }),
    ...("business_state" in after && { businessState: toText(after.business_state) }),
    ...("business_zip" in after && { businessZip: toText(after.business_zip) }),
    ...("contact_email" in after && { contactEmail: toText(after.contact_email) }),
    ...("service_categories" in after && {
      serviceCategories: after.service_categories as string[],
    }),
  } satisfies Partial<typeof providers.$inferInsert>;
  return { columns, before, after };
}

const toText = (value: unknown): string | null => (typeof value === "string" ? value : null);
