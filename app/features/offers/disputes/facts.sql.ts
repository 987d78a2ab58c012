import type { JOB_STAGES } from "#app/db/tables/offers.server.ts";
import { sqlStatement, t } from "#app/lib/sql-statement.server.ts";
import {
  AREA_CHANGED,
  HAS_EARLIER,
  IMPOSSIBLE_PHONE,
  IS_DUPLICATE,
  OUTSIDE_AREA,
  STOPPED_FIRST,
} from "../bad-lead-conditions.ts";

/**
 * SQL: `e` is another request of the same person about the same service at about the same time: with
 * the same phone number, or merged by staff.
 */
const IS_SAME_MATTER = `(e.id <> r.id and e.service_type = r.service_type and (
  e.merged_into_id = r.id or e.id = r.merged_into_id or e.merged_into_id = r.merged_into_id
  or (
    e.phone_e164 = r.phone_e164
    and e.created_at >= r.created_at - make_interval(days => :duplicateDays)
    and e.created_at <= r.created_at + make_interval(days => :duplicateDays)
  )))`;

/**
 * SQL: before the provider accepted, the same person had said yes to another company for the same
 * service. It does not count where that company did not get the job.
 */
const CONNECTED_ELSEWHERE = `exists (
  select from service_requests e
  join offers eo on eo.request_id = e.id and eo.provider_id <> o.provider_id
    and eo.customer_approved_at < o.decided_at
  where ${IS_SAME_MATTER}
    and not exists (
      select from request_outcomes x where x.request_id = e.id and x.hired = false
    )
    and not exists (select from jobs j where j.id = eo.job_id and j.stage = 'not-hired'))`;

/** SQL: before the provider accepted, staff had recorded that the customer hired somebody else. */
const HIRED_BEFORE = `exists (
  select from service_requests e
  join request_outcomes x on x.request_id = e.id and x.recorded_at < o.decided_at
  where (e.id = r.id or ${IS_SAME_MATTER})
    and (
      x.lost_reason = 'chose-another'
      or (x.hired and not exists (
        select from offers eo
        where eo.request_id = e.id and eo.provider_id = o.provider_id
          and eo.customer_approved_at is not null and eo.id <> o.id
      ))
    ))`;

const hasAttempt = (result: string) => `exists (
  select from contact_attempts c where c.request_id = r.id and c.result = '${result}')`;

/** What our own records say about an accepted offer with the customer's yes. */
export const gatherFacts = sqlStatement({
  params: { offerId: t.uuid(), duplicateDays: t.integer() },
  row: {
    isErased: t.boolean(),
    hasEarlier: t.boolean(),
    isDuplicate: t.boolean(),
    hasZip: t.boolean(),
    isInArea: t.boolean(),
    isAreaChanged: t.boolean(),
    isOutsideArea: t.boolean(),
    isImpossiblePhone: t.boolean(),
    stoppedFirst: t.boolean(),
    stoppedLater: t.boolean(),
    connectedElsewhere: t.boolean(),
    hiredBefore: t.boolean(),
    /** Somebody on our staff spoke with the customer. */
    wasReached: t.boolean(),
    /** Somebody on our staff noted a wrong number. */
    wasWrongNumber: t.boolean(),
    /** "customer", or the id of the member of staff who recorded the yes. */
    approvedBy: t.text(),
    /** Where the provider says that their job stands. */
    jobStage: t.orNull(t.text<(typeof JOB_STAGES)[number]>()),
  },
  sql: `
    select r.body_hash = 'erased' as "isErased",
      ${HAS_EARLIER} as "hasEarlier", ${IS_DUPLICATE} as "isDuplicate",
      r.zip_valid is not null as "hasZip",
      coalesce(p.service_area_zips @> array[r.zip_valid], false) as "isInArea",
      ${AREA_CHANGED} as "isAreaChanged", ${OUTSIDE_AREA} as "isOutsideArea",
      ${IMPOSSIBLE_PHONE} as "isImpossiblePhone",
      ${STOPPED_FIRST} as "stoppedFirst",
      exists (
        select from suppressions s
        where s.contact_hash in (r.phone_hash, r.email_hash) and s.opted_out_at >= o.decided_at
      ) as "stoppedLater",
      ${CONNECTED_ELSEWHERE} as "connectedElsewhere", ${HIRED_BEFORE} as "hiredBefore",
      ${hasAttempt("reached")} as "wasReached", ${hasAttempt("wrong-number")} as "wasWrongNumber",
      o.customer_approval_recorded_by as "approvedBy", j.stage as "jobStage"
    from offers o
    join service_requests r on r.id = o.request_id
    join providers p on p.id = o.provider_id
    left join jobs j on j.id = o.job_id
    where o.id = :offerId`,
});
