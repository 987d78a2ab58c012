import { sqlStatement, t } from "#app/lib/sql-statement.server.ts";
import type { ProviderStatus } from "../constants.ts";
import type { Evidence } from "./classify-evidence.ts";

/** Providers with their evidence, in the order of their ids; `after`: the last id of the batch before. */
export const listProvidersWithEvidence = sqlStatement({
  params: { after: t.orNull(t.uuid()), limit: t.integer() },
  row: {
    id: t.uuid(),
    status: t.text<ProviderStatus>(),
    verifiedUntil: t.orNull(t.instant()),
    proposedStatus: t.orNull(t.text<ProviderStatus>()),
    proposedReason: t.orNull(t.text()),
    evidence: t.jsonb<(Evidence & { id: string })[]>(),
  },
  sql: `
    select p.id, p.verification_status as status, p.verified_until as "verifiedUntil",
      p.proposed_status as "proposedStatus", p.proposed_reason as "proposedReason", e.evidence
    from (
      select * from providers where :after::uuid is null or id > :after order by id limit :limit::int
    ) p
    cross join lateral (
      select coalesce(
        jsonb_agg(
          jsonb_build_object('id', v.id, 'check', v."check", 'validUntil', v.valid_until)
        ),
        '[]'
      ) as evidence
      from verification_evidence v where v.provider_id = p.id
    ) e
    order by p.id`,
});

/** The fingerprint of the proposal that was dismissed last, by provider. */
export const listDismissedProposals = sqlStatement({
  params: { providerIds: t.textArray(), action: t.text() },
  row: { id: t.orNull(t.text()), fingerprint: t.text() },
  sql: `
    select distinct on (entity_id) entity_id as id, changes->>'mark' as fingerprint
    from audit_log
    where entity = 'provider' and entity_id = any(:providerIds) and action = :action
    order by entity_id, at desc, id desc`,
});

/** Stores proposals, except where the status has changed since the provider was read. */
export const updateProposals = sqlStatement({
  params: {
    ids: t.uuidArray(),
    statuses: t.textArray(),
    proposed: t.nullableTextArray(),
    reasons: t.nullableTextArray(),
  },
  row: {},
  sql: `
    update providers p set proposed_status = w.proposed, proposed_reason = w.reason
    from unnest(:ids::uuid[], :statuses::text[], :proposed::text[], :reasons::text[])
      as w (id, status, proposed, reason)
    where p.id = w.id and p.verification_status = w.status`,
});
