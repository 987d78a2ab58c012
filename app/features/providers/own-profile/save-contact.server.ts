import { and, eq } from "drizzle-orm";
import type { AppContext } from "#app/app-context.ts";
import type { ActionContext } from "#app/db/action-context.server.ts";
import { providerUsers } from "#app/db/tables/provider-accounts.server.ts";
import type { Transaction } from "#app/db/transaction.server.ts";
import { recordAudit } from "#app/features/audit/write-audit.server.ts";
import { consumeRateLimit } from "#app/lib/rate-limit.server.ts";
import { requestChange } from "../changes/request-change.server.ts";
import { tellReplacedAddress } from "../changes/tell-replaced-address.server.ts";
import { toProfile } from "../profile/check-profile.server.ts";
import { describeChanges } from "../profile/describe-changes.server.ts";
import { updateProvider } from "../profile/save-profile.server.ts";
import { ADDRESS_CHANGES_PER_HOUR, CONTACT_FIELDS } from "./constants.ts";
import { type OwnForm, refuseField, refuseFields, type SaveResult } from "./save-result.ts";
import { contactSchema } from "./schema.ts";
import { withOwnProvider } from "./with-own-provider.server.ts";

/**
 * Saves whom we call and mail. A new address for offers counts at once where one of the company's people has
 * proved it, and the former one is told; any other waits for staff: with a typing error in it, a stranger
 * would get links that show customers' contact details.
 */
export async function saveContact(
  context: ActionContext & Pick<AppContext, "contactKeys">,
  { values, ...form }: OwnForm & { values: unknown },
): Promise<SaveResult> {
  const parsed = contactSchema.safeParse(values);
  if (!parsed.success) return refuseFields(parsed.error.issues);
  const after = parsed.data;
  const { providerId, userId } = form;
  return withOwnProvider(context, form, async (tx, provider) => {
    const before = toProfile(provider, "UTC");
    const different = CONTACT_FIELDS.filter((field) => after[field] !== before[field]);
    const hasNewAddress = different.includes("contact_email");
    const mustWait =
      hasNewAddress && !(await isPersonsAddress(tx, { providerId, email: after.contact_email }));
    const changed = different.filter((field) => field !== "contact_email" || !mustWait);
    const isReplaced = changed.includes("contact_email");
    if (isReplaced && !(await mayChangeAddress(tx, { providerId, now: context.now })))
      return refuseField("contact_email", ADDRESS_CHANGED_TOO_OFTEN);
    const waits = await requestChange(tx, context, {
      ...form,
      fields: ["contact_email"],
      changes: mustWait
        ? { contact_email: { before: before.contact_email, after: after.contact_email } }
        : {},
    });
    if (changed.length === 0) return { ok: true, done: waits ? "waiting" : "unchanged" };
    await updateProvider(tx, providerId, {
      contactName: after.contact_name,
      phone: after.phone,
      ...(isReplaced && { contactEmail: after.contact_email }),
    });
    if (isReplaced)
      await tellReplacedAddress(tx, context, {
        providerId,
        requestedBy: userId,
        before: before.contact_email,
        after: String(after.contact_email),
      });
    await recordAudit(tx, context, {
      action: "save-profile",
      entity: "provider",
      entityId: providerId,
      changes: {
        person: userId,
        ...describeChanges(context.contactKeys, { before, after, fields: changed }),
      },
    });
    return { ok: true, done: waits ? "saved-waiting" : "saved" };
  });
}

const ADDRESS_CHANGED_TOO_OFTEN = `Your company changed this address ${ADDRESS_CHANGES_PER_HOUR} times within an hour. Try again in an hour.`;

/** Whether an active person of the company signs in with this address, and so has proved it. */
async function isPersonsAddress(
  tx: Transaction,
  { providerId, email }: { providerId: string; email: string | null },
): Promise<boolean> {
  const { id, email: address, isActive, providerId: owner } = providerUsers;
  const [person] = await tx
    .select({ id })
    .from(providerUsers)
    .where(
      and(eq(owner, providerId), eq(isActive, true), eq(address, (email ?? "").toLowerCase())),
    );
  return person !== undefined;
}

/** Each change mails the former address, which must not become a way to flood strangers. */
const mayChangeAddress = (
  tx: Transaction,
  { providerId, now }: { providerId: string; now: Date },
) =>
  consumeRateLimit(tx, {
    key: `provider-address:${providerId}`,
    limit: ADDRESS_CHANGES_PER_HOUR,
    windowSeconds: 3_600,
    now,
  });
