import { sqlStatement, t } from "#app/lib/sql-statement.server.ts";

/** Which provider got the details of each request, at most one. */
export const listRequestDisclosures = sqlStatement({
  params: { requestIds: t.uuidArray(), sharedOnAcceptance: t.text(), byCustomer: t.text() },
  row: {
    requestId: t.uuid(),
    company: t.text(),
    sharedAt: t.instant(),
    wasAsked: t.boolean(),
    /** The customer said yes on their own page. */
    isByCustomer: t.boolean(),
    /** The member of staff who recorded the yes. */
    recordedBy: t.orNull(t.text()),
  },
  sql: `
    select o.request_id as "requestId", p.company_name as company,
      o.customer_approved_at as "sharedAt",
      o.customer_approval_recorded_by <> :sharedOnAcceptance as "wasAsked",
      o.customer_approval_recorded_by = :byCustomer as "isByCustomer",
      coalesce(a.display_name, u.email) as "recordedBy"
    from offers o
    join providers p on p.id = o.provider_id
    left join staff_users u on u.id::text = o.customer_approval_recorded_by
    left join admin_users a on a.user_id = u.id
    where o.request_id = any(:requestIds) and o.state = 'accepted'
      and o.customer_approved_at is not null
    order by o.customer_approved_at, o.id`,
});
