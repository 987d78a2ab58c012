import type { BreakerState } from "#app/db/tables/crm.server.ts";
import { sqlStatement, t } from "#app/lib/sql-statement.server.ts";

/** Closes the breaker; `before` is the state that it had. */
export const closeTarget = sqlStatement({
  params: { target: t.text(), now: t.instant() },
  row: { before: t.text<BreakerState>() },
  sql: `
    update crm_targets t set
      state = 'closed', reason = null, consecutive_failures = 0, next_probe_at = null,
      since = case when t.state = 'closed' then t.since else :now end
    from (select target, state from crm_targets where target = :target for update) locked
    where t.target = locked.target
    returning locked.state as before`,
});

/** Counts a failure; the breaker opens at the threshold, or at once if the target is to pause. */
export const recordFailure = sqlStatement({
  params: {
    target: t.text(),
    now: t.instant(),
    reason: t.text(),
    nextProbeAt: t.instant(),
    isPausing: t.boolean(),
    threshold: t.integer(),
  },
  row: { before: t.text<BreakerState>(), after: t.text<BreakerState>() },
  sql: `
    update crm_targets t set
      state = locked.next, reason = :reason, next_probe_at = :nextProbeAt,
      consecutive_failures = t.consecutive_failures + 1,
      since = case when t.state = locked.next then t.since else :now end
    from (
      select target, state, case
          when :isPausing then 'paused'
          when consecutive_failures + 1 >= :threshold and state = 'closed' then 'open'
          else state
        end as next
      from crm_targets where target = :target for update
    ) locked
    where t.target = locked.target
    returning locked.state as before, t.state as after`,
});
