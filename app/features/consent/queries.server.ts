import { count, desc, eq, max } from "drizzle-orm";
import type { Database } from "#app/db/client.server.ts";
import { consentRecords, consentTexts } from "#app/db/tables/consent.server.ts";
import { getSiteSettings } from "#app/features/settings/queries.server.ts";
import type { SiteSettings } from "#app/features/settings/schema.ts";
import { buildConsentWording, CONSENT_PURPOSE, formatConsentText } from "./consent-text.ts";
import { sha256 } from "./hash-record.ts";

export type ShownText = {
  id: string;
  version: number;
  renderedText: string;
  createdAt: Date;
  records: number;
  lastAgreedAt: Date | null;
  isCurrent: boolean;
};

const SHOWN_TEXTS = 50;

/** Texts that visitors were shown, newest first, with how many requests agreed to each. */
async function listConsentTexts(db: Database, site: SiteSettings): Promise<ShownText[]> {
  const { id, version, renderedText, createdAt, sha256: storedHash, purpose } = consentTexts;
  const rows = await db
    .select({
      id,
      version,
      renderedText,
      createdAt,
      hash: storedHash,
      records: count(consentRecords.id),
      lastAgreedAt: max(consentRecords.agreedAt),
    })
    .from(consentTexts)
    .leftJoin(consentRecords, eq(consentRecords.textId, id))
    .where(eq(purpose, CONSENT_PURPOSE))
    .groupBy(id)
    .orderBy(desc(createdAt), desc(id))
    .limit(SHOWN_TEXTS);
  const current = sha256(formatConsentText(buildConsentWording(site)));
  return rows.map(({ hash, ...text }) => ({ ...text, isCurrent: hash === current }));
}

/**
 * Data of the consent page: the current wording, the names in it, and the texts that were shown.
 */
export async function getConsentPage(db: Database, { now }: { now: Date }) {
  const site = await getSiteSettings(db);
  const { company, persona, phone, consentTemplate: template, timeZone } = site;
  return {
    template,
    names: { company, persona, phone },
    texts: await listConsentTexts(db, site),
    clock: { now, timeZone },
  };
}
