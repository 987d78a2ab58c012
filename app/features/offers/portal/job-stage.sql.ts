import { sqlStatement, t } from "#app/lib/sql-statement.server.ts";
import { HIDES_PERSON } from "../sql-conditions.ts";
import type { JobStage, NotHiredReason } from "./job-stages.ts";

/**
 * Where the job of an offer stands, and whether its provider may still say so: for a year after the
 * customer's yes, unless the customer stopped this company, canceled or was erased.
 */
export const findJobStage = sqlStatement({
  params: { offerId: t.uuid(), providerId: t.uuid(), approvedAfter: t.instant() },
  row: {
    stage: t.orNull(t.text<JobStage>()),
    at: t.orNull(t.instant()),
    reason: t.orNull(t.text<NotHiredReason>()),
    paid: t.orNull(t.double()),
    canChange: t.boolean(),
  },
  sql: `
    select j.stage, j.stage_at as at, j.not_hired_reason as reason,
      j.paid_amount::float8 as paid,
      (
        o.state = 'accepted' and coalesce(o.customer_approved_at > :approvedAfter, false)
        and not (r.status = 'closed' and r.outcome is not null) and not ${HIDES_PERSON}
      ) as "canChange"
    from offers o
    join jobs j on j.id = o.job_id
    join service_requests r on r.id = o.request_id
    where o.id = :offerId and o.provider_id = :providerId`,
});
