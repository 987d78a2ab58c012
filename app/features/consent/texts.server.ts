import { and, eq } from "drizzle-orm";
import type { Database } from "#app/db/client.server.ts";
import { consentTexts } from "#app/db/tables/consent.server.ts";
import type { Connection } from "#app/db/transaction.server.ts";
import { getMainSettings } from "#app/features/settings/page-settings.ts";
import type { SiteSettings } from "#app/features/settings/schema.ts";
import {
  buildConsentWording,
  CONSENT_PURPOSE,
  type ConsentWording,
  formatConsentText,
} from "./consent-text.ts";
import { sha256 } from "./hash-record.ts";

export type ConsentText = typeof consentTexts.$inferSelect;

/**
 * Stores a text unless it is stored already, so that consent records refer to exactly what the
 * visitor saw. A text that was shown before keeps its row and version.
 * @returns id of the row
 */
export async function ensureConsentText(
  db: Connection,
  options: { renderedText: string; version: number; now: Date; purpose?: string },
): Promise<string> {
  const { renderedText, version, now, purpose = CONSENT_PURPOSE } = options;
  const hash = sha256(renderedText);
  const id = `${purpose}-v${version}-${hash.slice(0, 12)}`;
  const stored = await db
    .insert(consentTexts)
    .values({ id, purpose, version, sha256: hash, renderedText, createdAt: now })
    // Without a target: both the id and the hash may be stored already.
    .onConflictDoNothing()
    .returning({ id: consentTexts.id });
  if (stored.length > 0) return id;
  const [known] = await db
    .select({ id: consentTexts.id })
    .from(consentTexts)
    .where(and(eq(consentTexts.purpose, purpose), eq(consentTexts.sha256, hash)));
  if (!known) throw new Error("a consent text could neither be stored nor found");
  return known.id;
}

/** Tells whether a text is still the one that a page showed. */
export const markText = (renderedText: string): string => sha256(renderedText).slice(0, 16);

/** The text that the forms show now. */
async function getCurrentConsentText(
  db: Database,
  site: SiteSettings,
  now: Date,
): Promise<{ id: string; wording: ConsentWording }> {
  const wording = buildConsentWording(site);
  const id = await ensureConsentText(db, {
    renderedText: formatConsentText(wording),
    version: site.consentTemplate.version,
    now,
  });
  return { id, wording };
}

export type ConsentTexts = {
  /** With the main phone number, also on a page with a number of its own. */
  current: (site: SiteSettings) => Promise<{ id: string; wording: ConsentWording }>;
  find: (id: string) => Promise<ConsentText | null>;
};

/** Caches consent texts, which never change: each is read or stored once per process. */
export function createConsentTexts(db: Database, now: () => Date): ConsentTexts {
  const byId = new Map<string, ConsentText>();
  const current = new Map<string, { id: string; wording: ConsentWording }>();
  return {
    async current(pageSettings) {
      const site = getMainSettings(pageSettings);
      // Keyed by the parts, because the same text may be split into different parts.
      const key = JSON.stringify(buildConsentWording(site));
      let text = current.get(key);
      if (!text) {
        text = await getCurrentConsentText(db, site, now());
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
