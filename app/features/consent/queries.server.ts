import type pg from "pg";
import type { Database } from "#app/db/client.server.ts";
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
async function listConsentTexts(pool: pg.Pool, site: SiteSettings): Promise<ShownText[]> {
  const { rows } = await pool.query<Omit<ShownText, "isCurrent"> & { sha256: string }>(
    `select t.id, t.version, t.rendered_text as "renderedText", t.created_at as "createdAt", t.sha256,
       count(r.id)::int as records, max(r.agreed_at) as "lastAgreedAt"
     from consent_texts t left join consent_records r on r.text_id = t.id
     where t.purpose = $1 group by t.id order by t.created_at desc, t.id desc limit $2`,
    [CONSENT_PURPOSE, SHOWN_TEXTS],
  );
  const current = sha256(formatConsentText(buildConsentWording(site)));
  return rows.map(({ sha256: hash, ...text }) => ({ ...text, isCurrent: hash === current }));
}

/** The current wording, the names that fill it, and the texts that were shown. */
export async function getConsentPage(db: Database, { now }: { now: Date }) {
  const site = await getSiteSettings(db);
  const { company, persona, phone, consentTemplate: template, timeZone } = site;
  return {
    template,
    names: { company, persona, phone },
    texts: await listConsentTexts(db.$client, site),
    clock: { now, timeZone },
  };
}
