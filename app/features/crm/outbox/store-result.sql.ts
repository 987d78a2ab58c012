import { sqlStatement, t } from "#app/lib/sql-statement.server.ts";

/** Extends a row's last attempt if that was `paused` with the same result. */
export const extendPausedAttempt = sqlStatement({
  params: {
    outboxId: t.uuid(),
    finishedAt: t.instant(),
    status: t.orNull(t.integer()),
    error: t.orNull(t.text()),
  },
  row: {},
  sql: `
    update crm_attempts set finished_at = :finishedAt
    where id = (
        select id from crm_attempts where outbox_id = :outboxId
        order by started_at desc, id desc limit 1
      )
      and outcome = 'paused' and http_status is not distinct from :status
      and error is not distinct from :error`,
});
