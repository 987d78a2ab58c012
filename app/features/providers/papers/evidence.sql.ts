import { sqlStatement, t } from "#app/lib/sql-statement.server.ts";

/**
 * What staff have verified of a provider and is valid today: each check once, the longest; with the
 * accepted paper behind it, where there is one.
 */
export const listValidEvidence = sqlStatement({
  params: { providerId: t.uuid(), today: t.date() },
  row: {
    check: t.text(),
    checkedAt: t.instant(),
    validUntil: t.orNull(t.text()),
    number: t.orNull(t.text()),
    issuer: t.orNull(t.text()),
  },
  sql: `
    select distinct on (v."check") v."check", v.created_at as "checkedAt",
      v.valid_until::text as "validUntil", d.number, d.issuer
    from verification_evidence v
    left join provider_documents d on d.evidence_id = v.id and d.state = 'accepted'
      and d.provider_id = v.provider_id
    where v.provider_id = :providerId and (v.valid_until is null or v.valid_until >= :today::date)
    order by v."check", v.valid_until desc nulls first, v.created_at desc`,
});
