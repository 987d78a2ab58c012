import { randomUUIDv7 } from "node:crypto";
import type pg from "pg";
import type { ActionContext } from "#app/db/action-context.server.ts";
import { recordAudit } from "#app/features/audit/write-audit.server.ts";
import { CONTACT_SYNC_TARGET, TARGETS } from "#app/lib/delivery-targets.ts";
import { inTransaction } from "#app/lib/transaction.server.ts";
import { ERASED_HASH } from "../erase-fields.server.ts";
import type { RequestStatus, StatusChange, StatusChanged } from "./schema.ts";

type Refusal<R extends string> = { ok: false; reason: R };

/** One line of the timeline and one of the audit log. */
async function recordChange(
  tx: pg.PoolClient,
  context: ActionContext,
  change: {
    id: string;
    kind: string;
    detail: Record<string, unknown>;
    audit: Record<string, unknown>;
  },
): Promise<void> {
  await tx.query(
    "insert into request_events (id, request_id, at, actor_id, kind, detail) values ($1, $2, $3, $4, $5, $6)",
    [
      randomUUIDv7(),
      change.id,
      context.now,
      context.actor,
      change.kind,
      JSON.stringify(change.detail),
    ],
  );
  await recordAudit(tx, context, {
    action: change.kind,
    entity: "service-request",
    entityId: change.id,
    changes: change.audit,
  });
}

export type StatusResult = { ok: true; changed: StatusChanged[] } | Refusal<"not-found">;

/**
 * Sets the status of one or more requests. `changed` leaves out those that had it already or do not
 * exist.
 */
export function updateStatuses(
  context: ActionContext,
  { changes }: { changes: StatusChange[] },
): Promise<StatusResult> {
  return inTransaction(context.db.$client, async (tx): Promise<StatusResult> => {
    // Locked in the order of their ids, so that two such changes cannot deadlock.
    const { rows: current } = await tx.query<{ id: string; status: RequestStatus }>(
      "select id, status from service_requests where id = any($1) order by id for update",
      [changes.map((change) => change.id)],
    );
    if (current.length === 0) return { ok: false, reason: "not-found" };
    const wanted = new Map(changes.map((change) => [change.id, change.status]));
    const changed = current
      .map(({ id, status }) => ({ id, from: status, to: wanted.get(id) ?? status }))
      .filter(({ from, to }) => from !== to);
    await tx.query(
      "update service_requests r set status = w.status from unnest($1::uuid[], $2::text[]) as w (id, status) where r.id = w.id",
      [changed.map(({ id }) => id), changed.map(({ to }) => to)],
    );
    for (const { id, from, to } of changed)
      await recordChange(tx, context, {
        id,
        kind: "status",
        detail: { from, to },
        audit: { status: { from, to } },
      });
    return { ok: true, changed };
  });
}

export type AssignResult = { ok: true } | Refusal<"not-found" | "not-staff">;

/** Assigns a request to an active member of staff, or to nobody (null). */
export function assignRequest(
  context: ActionContext,
  { id, assigneeId }: { id: string; assigneeId: string | null },
): Promise<AssignResult> {
  return inTransaction(context.db.$client, async (tx): Promise<AssignResult> => {
    const { rows } = await tx.query<{ assignee_id: string | null }>(
      "select assignee_id from service_requests where id = $1 for update",
      [id],
    );
    const [request] = rows;
    if (!request) return { ok: false, reason: "not-found" };
    const { rows: people } = await tx.query<{ name: string }>(
      `select coalesce(a.display_name, u.email) as name from admin_users a join staff_users u on u.id = a.user_id
       where a.user_id = $1 and a.is_active and a.role in ('staff', 'superadmin')`,
      [assigneeId],
    );
    if (assigneeId && !people[0]) return { ok: false, reason: "not-staff" };
    if (request.assignee_id === assigneeId) return { ok: true };
    await tx.query("update service_requests set assignee_id = $2 where id = $1", [id, assigneeId]);
    const audit = { assignee: { from: request.assignee_id, to: assigneeId } };
    await recordChange(tx, context, {
      id,
      kind: "assignee",
      detail: { assigneeId, name: people[0]?.name ?? null },
      audit,
    });
    return { ok: true };
  });
}

export type NoteResult = { ok: true } | Refusal<"not-found">;

/** Adds a note. Notes are never changed or deleted; the timeline lists them without an event. */
export function addNote(
  context: ActionContext,
  { id, text }: { id: string; text: string },
): Promise<NoteResult> {
  return inTransaction(context.db.$client, async (tx): Promise<NoteResult> => {
    const { rowCount } = await tx.query("select 1 from service_requests where id = $1 for share", [
      id,
    ]);
    if (rowCount === 0) return { ok: false, reason: "not-found" };
    await tx.query(
      "insert into request_notes (id, request_id, author_id, text, created_at) values ($1, $2, $3, $4, $5)",
      [randomUUIDv7(), id, context.actor, text, context.now],
    );
    await recordAudit(tx, context, {
      action: "note",
      entity: "service-request",
      entityId: id,
      changes: { note: "added" },
    });
    return { ok: true };
  });
}

export type SendResult = { ok: true } | Refusal<"not-found" | "not-stuck" | "demo">;

/**
 * Puts a dead or held delivery back into the queue, due at once, which releases held ones. Attempts
 * are counted from zero, or the first failure would end the delivery again. The target stays, and
 * what was done there is not repeated. A request without a delivery gets one. An erased request is
 * never sent: `not-found`.
 */
export function resendRequest(context: ActionContext, { id }: { id: string }): Promise<SendResult> {
  return inTransaction(context.db.$client, async (tx): Promise<SendResult> => {
    const { rows } = await tx.query<{ outbox_id: string; state: string; is_demo: boolean }>(
      `select o.id as outbox_id, o.state, r.is_demo from crm_outbox o join service_requests r on r.id = o.request_id
       where o.request_id = $1 for update of o`,
      [id],
    );
    const [row] = rows;
    if (!row) return createDelivery(tx, context, id);
    if (row.is_demo) return { ok: false, reason: "demo" };
    if (row.state !== "dead" && row.state !== "held") return { ok: false, reason: "not-stuck" };
    // Checked after the row is locked: a person who is being erased right now is not sent.
    const { rowCount } = await tx.query(
      `update crm_outbox o set state = 'waiting', attempts = 0, next_attempt_at = $2, lease_until = null
       from service_requests r where o.id = $1 and r.id = o.request_id and r.body_hash <> $3`,
      [row.outbox_id, context.now, ERASED_HASH],
    );
    if (!rowCount) return { ok: false, reason: "not-found" };
    const kind = row.state === "held" ? "released" : "sent-again";
    await recordChange(tx, context, {
      id,
      kind,
      detail: {},
      audit: { sync: { from: row.state, to: "waiting" } },
    });
    return { ok: true };
  });
}

/** Creates the delivery of a request that has none and no CRM contact, to the current target. */
async function createDelivery(
  tx: pg.PoolClient,
  context: ActionContext,
  id: string,
): Promise<SendResult> {
  const { rowCount } = await tx.query(
    `insert into crm_outbox (id, request_id, target, state, next_attempt_at, created_at)
     select $2, r.id, coalesce((select value #>> '{}' from settings where key = 'deliveryTarget' and value #>> '{}' = any($4)), $5), 'waiting', $3, $3
     from service_requests r where r.id = $1 and not r.is_demo and r.ghl_contact_id is null and r.body_hash <> $6
     on conflict (request_id) do nothing`,
    [id, randomUUIDv7(), context.now, TARGETS, CONTACT_SYNC_TARGET, ERASED_HASH],
  );
  if (!rowCount) return { ok: false, reason: "not-found" };
  await recordChange(tx, context, {
    id,
    kind: "sent-again",
    detail: {},
    audit: { sync: { from: null, to: "waiting" } },
  });
  return { ok: true };
}
