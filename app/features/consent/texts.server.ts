import { eq } from "drizzle-orm";
import type { Database } from "#app/db/client.server.ts";
import { consentTexts } from "#app/db/tables/consent.server.ts";
import type { SiteSettings } from "#app/features/settings/schema.ts";
import { CONSENT_PURPOSE, CONSENT_VERSION, type ConsentWording, consentPlainText, consentWording } from "./consent-text.ts";
import { sha256 } from "./hash-record.ts";

export type ConsentText = typeof consentTexts.$inferSelect;

/**
 * The text to show now. A text that was never shown before gets its row here, so that a record can always name
 * exactly what the visitor saw, also after settings changed.
 */
export async function currentConsentText(db: Database, site: SiteSettings, now: Date): Promise<{ id: string; wording: ConsentWording }> {
  const wording = consentWording(site);
  const renderedText = consentPlainText(wording);
  const hash = sha256(renderedText);
  const id = `${CONSENT_PURPOSE}-v${CONSENT_VERSION}-${hash.slice(0, 12)}`;
  await db.insert(consentTexts).values({ id, purpose: CONSENT_PURPOSE, version: CONSENT_VERSION, sha256: hash, renderedText, createdAt: now }).onConflictDoNothing();
  return { id, wording };
}

export type ConsentTexts = {
  current: (site: SiteSettings) => Promise<{ id: string; wording: ConsentWording }>;
  find: (id: string) => Promise<ConsentText | null>;
};

/** Consent texts never change, so that each is read and each wording is stored once a process. */
export function createConsentTexts(db: Database, now: () => Date): ConsentTexts {
  const byId = new Map<string, ConsentText>();
  const current = new Map<string, { id: string; wording: ConsentWording }>();
  return {
    async current(site) {
      const key = consentPlainText(consentWording(site));
      let text = current.get(key);
      if (!text) {
        text = await currentConsentText(db, site, now());
        current.set(key, text);
      }
      return text;
    },
    async find(id) {
      const known = byId.get(id);
      if (known) return known;
      const [row] = await db.select().from(consentTexts).where(eq(consentTexts.id, id));
      if (row) byId.set(id, row);
      return row ?? null;
    },
  };
}
