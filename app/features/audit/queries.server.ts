import type pg from "pg";
import type { Cursor } from "#app/lib/cursor.ts";
import type { AuditFilter } from "./audit-filter.ts";
import { nameActor } from "./name-actor.ts";

export type AuditRow = {
  id: string;
  at: Date;
  actor: string;
  /** Name of the person, where the actor is one who still has an account. */
  actorName: string | null;
  action: string;
  entity: string;
  entityId: string | null;
  /** Its name or title, where the row is still there. */
  entityName: string | null;
  changes: Record<string, unknown> | null;
  requestId: string | null;
};

const AUDIT_PAGE = 50;

const UUID = "^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$";
const ENTITY_NAME = `case l.entity
  when 'quiz' then (select nullif(q.title, '') from quizzes q where q.id = e.id)
  when 'advertorial' then (select nullif(c.title, '') from advertorial_content c where c.id = e.id)
  when 'provider' then (select nullif(p.company_name, '') from providers p where p.id = e.id)
  when 'staff' then (select coalesce(m.display_name, s.name) from staff_users s left join admin_users m on m.user_id = s.id where s.id = e.id)
end`;

type ListOptions = {
  filter: AuditFilter;
  before: Cursor | null;
  timeZone: string;
  limit: number;
};

/**
 * Audit rows, newest first, from a place in the list on. Nulls stand as in the index: else
 * PostgreSQL would sort the whole log.
 */
export async function listAuditRows(pool: pg.Pool, options: ListOptions): Promise<AuditRow[]> {
  const { filter, before, timeZone, limit } = options;
  const { rows } = await pool.query<AuditRow>(
    `select l.id, l.at, l.actor, coalesce(a.display_name, u.name) as "actorName", l.action, l.entity, l.entity_id as "entityId", ${ENTITY_NAME} as "entityName", l.changes, l.request_id as "requestId"
     from audit_log l
     left join staff_users u on u.id::text = l.actor left join admin_users a on a.user_id = u.id
     left join lateral (select case when l.entity_id ~ '${UUID}' then l.entity_id::uuid end as id) e on true
     where ($1::text is null or l.actor = $1) and ($2::text is null or l.action = $2) and ($3::text is null or l.entity = $3)
       and ($4::date is null or l.at >= $4::date::timestamp at time zone $6) and ($5::date is null or l.at < ($5::date + 1)::timestamp at time zone $6)
       and ($7::timestamptz is null or (l.at, l.id) < ($7, $8::uuid))
     order by l.at desc nulls last, l.id desc nulls last limit $9`,
    [
      filter.actor ?? null,
      filter.action ?? null,
      filter.entity ?? null,
      filter.from ?? null,
      filter.to ?? null,
      timeZone,
      before?.at ?? null,
      before?.id ?? null,
      limit,
    ],
  );
  return rows;
}

export type AuditChoices = {
  actors: { value: string; label: string }[];
  actions: string[];
  entities: string[];
};

/** What the filters offer: everything that stands in the log. */
async function listChoices(pool: pg.Pool): Promise<AuditChoices> {
  const [actors, actions, entities] = await Promise.all([
    pool.query<{ value: string; label: string }>(
      `select l.actor as value, coalesce(a.display_name, u.name, l.actor) as label
       from (select distinct actor from audit_log) l left join staff_users u on u.id::text = l.actor left join admin_users a on a.user_id = u.id`,
    ),
    pool.query<{ value: string }>("select distinct action as value from audit_log order by 1"),
    pool.query<{ value: string }>("select distinct entity as value from audit_log order by 1"),
  ]);
  const named = actors.rows.map(({ value, label }) => ({
    value,
    label: label === value ? nameActor(value) : label,
  }));
  return {
    actors: named.toSorted((one, other) => one.label.localeCompare(other.label, "en-US")),
    actions: actions.rows.map(({ value }) => value),
    entities: entities.rows.map(({ value }) => value),
  };
}

/** One page of the log with what its filters offer. `next` is where the following page begins. */
export async function getAuditPage(
  pool: pg.Pool,
  options: Omit<ListOptions, "limit">,
): Promise<{ rows: AuditRow[]; next: Cursor | null; choices: AuditChoices }> {
  const [found, choices] = await Promise.all([
    listAuditRows(pool, { ...options, limit: AUDIT_PAGE + 1 }),
    listChoices(pool),
  ]);
  const rows = found.slice(0, AUDIT_PAGE);
  const last = rows.at(-1);
  return {
    rows,
    next: found.length > AUDIT_PAGE && last ? { at: last.at, id: last.id } : null,
    choices,
  };
}
