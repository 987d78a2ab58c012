import { sqlStatement, t } from "#app/lib/sql-statement.server.ts";

const UUID = "^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$";

/** SQL: the name of the program whose key acted; null for other actors. */
const selectKeyName = (actor: string) =>
  `(select 'API key ' || k.name from api_keys k where ${actor} = 'api-key:' || k.id)`;

/**
 * Audit rows, newest first, after a cursor. The order of nulls matches the index: otherwise
 * PostgreSQL would sort the whole log.
 */
export const listRows = sqlStatement({
  params: {
    actor: t.orNull(t.text()),
    action: t.orNull(t.text()),
    entity: t.orNull(t.text()),
    from: t.orNull(t.date()),
    to: t.orNull(t.date()),
    timeZone: t.text(),
    beforeAt: t.orNull(t.instant()),
    beforeId: t.orNull(t.uuid()),
    limit: t.integer(),
  },
  row: {
    id: t.uuid(),
    at: t.instant(),
    actor: t.text(),
    /** The actor's name, where it is a program, or a person who still has an account. */
    actorName: t.orNull(t.text()),
    action: t.text(),
    entity: t.text(),
    entityId: t.orNull(t.text()),
    /** The entity's name or title, where it still exists. */
    entityName: t.orNull(t.text()),
    changes: t.orNull(t.jsonb<Record<string, unknown>>()),
    httpRequestId: t.orNull(t.text()),
  },
  sql: `
    select l.id, l.at, l.actor, coalesce(a.display_name, u.name, ${selectKeyName("l.actor")}) as "actorName", l.action, l.entity,
      l.entity_id as "entityId",
      case l.entity
        when 'quiz' then
          (select nullif(q.title, '') from quizzes q where q.id = e.id)
        when 'advertorial' then
          (select nullif(c.title, '') from advertorial_content c where c.id = e.id)
        when 'provider' then
          (select nullif(p.company_name, '') from providers p where p.id = e.id)
        when 'api-key' then
          (select k.name from api_keys k where k.id = e.id)
        when 'webhook' then
          (select w.name from webhook_endpoints w where w.id = e.id)
        when 'staff' then
          (select coalesce(m.display_name, s.name)
           from staff_users s left join admin_users m on m.user_id = s.id where s.id = e.id)
      end as "entityName",
      l.changes, l.http_request_id as "httpRequestId"
    from audit_log l
    left join staff_users u on u.id::text = l.actor
    left join admin_users a on a.user_id = u.id
    left join lateral (
      select case when l.entity_id ~ '${UUID}' then l.entity_id::uuid end as id
    ) e on true
    where (:actor::text is null or l.actor = :actor)
      and (:action::text is null or l.action = :action)
      and (:entity::text is null or l.entity = :entity)
      and (:from::date is null or l.at >= :from::date::timestamp at time zone :timeZone)
      and (:to::date is null or l.at < (:to::date + 1)::timestamp at time zone :timeZone)
      and (:beforeAt::timestamptz is null or (l.at, l.id) < (:beforeAt, :beforeId::uuid))
    order by l.at desc nulls last, l.id desc nulls last
    limit :limit::int`,
});

/** Everyone who appears in the log, by name where the account still exists. */
export const listActors = sqlStatement({
  params: {},
  row: { value: t.text(), label: t.text() },
  sql: `
    select l.actor as value, coalesce(a.display_name, u.name, ${selectKeyName("l.actor")}, l.actor) as label
    from (select distinct actor from audit_log) l
    left join staff_users u on u.id::text = l.actor
    left join admin_users a on a.user_id = u.id`,
});
