import { and, eq, max } from "drizzle-orm";
import type { ActionContext } from "#app/db/action-context.server.ts";
import { consentTexts } from "#app/db/tables/consent.server.ts";
import {
  lockInTransaction,
  type Transaction,
  withTransaction,
} from "#app/db/transaction.server.ts";
import { recordAudit } from "#app/features/audit/write-audit.server.ts";
import type { ConsentTemplate } from "#app/features/settings/consent-template.ts";
import { getSiteSettings } from "#app/features/settings/queries.server.ts";
import { readSettings, storeSetting } from "#app/features/settings/store-settings.server.ts";
import { ADVISORY_LOCKS } from "#app/lib/advisory-locks.ts";
import { listFieldErrors } from "#app/lib/field-errors.ts";
import { buildConsentWording, CONSENT_PURPOSE, formatConsentText } from "./consent-text.ts";
import { sha256 } from "./hash-record.ts";
import { consentWordingSchema } from "./schema.ts";
import { ensureConsentText } from "./texts.server.ts";
import { type ChainReport, verifyConsentChain } from "./verify-chain.server.ts";

export type WordingResult =
  | { ok: true; version: number; restored: boolean }
  | {
      ok: false;
      reason: "invalid";
      errors: { consent?: string; terms?: string };
      missing: string[];
    };

/**
 * Creates a new version of the consent wording and makes it current on all instances. Stored texts
 * never change. A wording that was current before gets its old version number.
 */
export async function updateConsentWording(
  context: ActionContext,
  { values }: { values: unknown },
): Promise<WordingResult> {
  const { db, actor, now } = context;
  const parsed = consentWordingSchema.safeParse(values);
  if (!parsed.success) {
    const { consent, terms } = listFieldErrors(parsed.error.issues);
    const missing = parsed.error.issues
      .filter(({ path }) => path[0] === "missing")
      .map((issue) => issue.message);
    return {
      ok: false,
      reason: "invalid",
      errors: { consent, terms },
      missing,
    };
  }
  const site = await getSiteSettings(db);
  return withTransaction(db, async (tx): Promise<WordingResult> => {
    await lockInTransaction(tx, ADVISORY_LOCKS.saveConsentWording);
    const stored = await readSettings(tx, ["consentTemplate"]);
    const before = (stored.get("consentTemplate") as ConsentTemplate) ?? site.consentTemplate;
    if (before.consent === parsed.data.consent && before.terms === parsed.data.terms)
      // A second try after a lost response: what was asked for is already true.
      return { ok: true, version: before.version, restored: false };
    const renderedText = formatConsentText(
      buildConsentWording({ ...site, consentTemplate: { version: 0, ...parsed.data } }),
    );
    const existing = await findVersion(tx, renderedText);
    const version = existing ?? (await getNextVersion(tx, before.version));
    const textId = await ensureConsentText(tx, { renderedText, version, now });
    await storeSetting(tx, {
      key: "consentTemplate",
      value: { version, ...parsed.data },
      actor,
      now,
    });
    await recordAudit(tx, context, {
      action: "supersede",
      entity: "consent-text",
      entityId: textId,
      changes: { version: { from: before.version, to: version } },
    });
    return { ok: true, version, restored: existing !== null };
  });
}

/** The version of a stored text, or null. */
async function findVersion(tx: Transaction, renderedText: string): Promise<number | null> {
  const { version, purpose, sha256: hash } = consentTexts;
  const [row] = await tx
    .select({ version })
    .from(consentTexts)
    .where(and(eq(purpose, CONSENT_PURPOSE), eq(hash, sha256(renderedText))));
  return row?.version ?? null;
}

async function getNextVersion(tx: Transaction, current: number): Promise<number> {
  const [row] = await tx
    .select({ highest: max(consentTexts.version) })
    .from(consentTexts)
    .where(eq(consentTexts.purpose, CONSENT_PURPOSE));
  return Math.max(row?.highest ?? 0, current) + 1;
}

/** Verifies the whole consent chain on demand, and records the result in the audit log. */
export async function recordChainVerification(context: ActionContext): Promise<ChainReport> {
  const report = await verifyConsentChain(context.db);
  await recordAudit(context.db, context, {
    action: "verify",
    entity: "consent-chain",
    changes: {
      checked: report.checked,
      unsealed: report.unsealed,
      damage: report.damage?.seq ?? null,
    },
  });
  return report;
}
