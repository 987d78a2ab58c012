import { randomUUIDv7 } from "node:crypto";
import { endOfferOfClosed } from "#app/features/offers/customer/cancel-request.server.ts";
import { addNote } from "#app/features/requests/inbox/mutations.server.ts";
import {
  getRecord,
  listRecordNotes,
  listRecords,
} from "#app/features/requests/records/queries.server.ts";
import { updateRecord } from "#app/features/requests/records/update-record.server.ts";
import { hashToUuid } from "#app/lib/hash-to-uuid.server.ts";
import {
  defineOperation,
  fail,
  hasScope,
  type OperationContext,
  type OperationResult,
} from "../operation.server.ts";
import { formatInstant, formatNext, idParams, noInput, parseCursor } from "../schema.ts";
import {
  newNoteSchema,
  noteListSchema,
  noteRefSchema,
  requestChangeSchema,
  requestListQuery,
  requestListSchema,
  requestListWithoutPersonal,
  requestSchema,
  requestWithoutPersonal,
} from "./schema.ts";
import { toApiRequest } from "./to-api-request.ts";

const PERSONAL = "requests:personal";
const ERASED = "The personal data of this request was erased; it cannot be changed any more.";
const NOT_FOUND = fail("not-found", "No request has this id.");

/** Nothing is older than 1970, and PostgreSQL knows no year 0. */
const readSince = (text: string) => new Date(Math.max(0, Date.parse(text)));

async function readOne(context: OperationContext, id: string): Promise<OperationResult> {
  const record = await getRecord(context.app.db, id);
  if (!record) return NOT_FOUND;
  const body = toApiRequest(record, { withPersonal: hasScope(context, PERSONAL) });
  return { ok: true, body, version: record.version };
}

export const listRequests = defineOperation({
  id: "listRequests",
  method: "get",
  path: "/requests",
  tag: "Requests",
  summary: "List requests",
  description:
    "The newest first. With changed_since, what changed from then on, oldest change first: ask again with next_changed_since to follow all changes.",
  scope: "requests:read",
  personalScope: PERSONAL,
  params: noInput,
  query: requestListQuery,
  response: {
    status: 200,
    description: "One page of requests.",
    schema: requestListSchema,
    withoutPersonal: requestListWithoutPersonal,
  },
  problems: [],
  async run(context, { query: { status, service, zip, changed_since, limit, cursor } }) {
    const { records, next, followedUntil } = await listRecords(context.app.db, {
      status,
      service,
      zip,
      changedSince: changed_since === undefined ? undefined : readSince(changed_since),
      after: parseCursor(cursor),
      limit,
    });
    const withPersonal = hasScope(context, PERSONAL);
    return {
      ok: true,
      body: {
        data: records.map((record) => toApiRequest(record, { withPersonal })),
        next_cursor: formatNext(next),
        next_changed_since: formatInstant(followedUntil),
      },
    };
  },
});

export const getRequest = defineOperation({
  id: "getRequest",
  method: "get",
  path: "/requests/{id}",
  tag: "Requests",
  summary: "Read a request",
  description: "The ETag of the response is what a change needs as If-Match.",
  scope: "requests:read",
  personalScope: PERSONAL,
  params: idParams("request"),
  query: noInput,
  response: {
    status: 200,
    description: "The request.",
    schema: requestSchema,
    withoutPersonal: requestWithoutPersonal,
    hasEtag: true,
  },
  problems: ["not-found"],
  getTarget: ({ id }) => id,
  run: (context, { params }) => readOne(context, params.id),
});

export const updateRequest = defineOperation({
  id: "updateRequest",
  method: "patch",
  path: "/requests/{id}",
  tag: "Requests",
  summary: "Change the status of a request",
  description:
    "As staff do in the inbox: closing a request ends an offer that the customer has not said yes to, opening it again forgets how it ended. The change is in the timeline and in the audit log, with the name of the key.",
  scope: "requests:write",
  personalScope: PERSONAL,
  params: idParams("request"),
  query: noInput,
  body: requestChangeSchema,
  needsVersion: true,
  response: {
    status: 200,
    description: "The request after the change.",
    schema: requestSchema,
    withoutPersonal: requestWithoutPersonal,
    hasEtag: true,
  },
  problems: ["not-found", "conflict", "still-running", "version-changed"],
  getTarget: ({ id }) => id,
  async run(context, { params: { id }, body, version }) {
    const result = await updateRecord(context.action, {
      id,
      version,
      ...body,
      endOffer: endOfferOfClosed,
    });
    if (result.ok) return readOne(context, id);
    if (result.reason === "not-found") return NOT_FOUND;
    if (result.reason === "version")
      return fail("version-changed", "The request has changed since. Read it again.");
    return fail(
      "conflict",
      result.reason === "erased"
        ? ERASED
        : "Only a closed request has an outcome. Send status closed with it.",
    );
  },
  replay: (context, { params }) => readOne(context, params.id),
  example: { status: "closed", outcome: "hired" },
});

export const listRequestNotes = defineOperation({
  id: "listRequestNotes",
  method: "get",
  path: "/requests/{id}/notes",
  tag: "Requests",
  summary: "List the notes of a request",
  description: "All notes, the oldest first. They are free text, so they count as personal data.",
  scope: PERSONAL,
  personalScope: PERSONAL,
  params: idParams("request"),
  query: noInput,
  response: { status: 200, description: "The notes.", schema: noteListSchema },
  problems: ["not-found"],
  getTarget: ({ id }) => id,
  async run({ app }, { params: { id } }) {
    if (!(await getRecord(app.db, id))) return NOT_FOUND;
    const notes = await listRecordNotes(app.db, id);
    return {
      ok: true,
      body: {
        data: notes.map(({ createdAt, ...note }) => ({
          ...note,
          created_at: formatInstant(createdAt),
        })),
      },
    };
  },
});

export const addRequestNote = defineOperation({
  id: "addRequestNote",
  method: "post",
  path: "/requests/{id}/notes",
  tag: "Requests",
  summary: "Add a note to a request",
  description: "Notes are never changed. With an Idempotency-Key the same note is stored once.",
  scope: "requests:write",
  params: idParams("request"),
  query: noInput,
  body: newNoteSchema,
  response: { status: 201, description: "The note is stored.", schema: noteRefSchema },
  problems: ["not-found", "conflict", "still-running"],
  getTarget: ({ id }) => id,
  async run({ action, key, idempotencyHash }, { params: { id }, body: { text } }) {
    const noteId =
      idempotencyHash === null ? randomUUIDv7() : deriveNoteId([key.id, idempotencyHash, id, text]);
    const result = await addNote(action, { id, noteId, text, refusesErased: true });
    if (!result.ok) return result.reason === "erased" ? fail("conflict", ERASED) : NOT_FOUND;
    action.requestFeed.publishChange(id);
    return {
      ok: true,
      body: { id: noteId, request_id: id, created_at: formatInstant(action.now) },
    };
  },
  async replay({ action, key, idempotencyHash }, { params: { id }, body: { text } }) {
    const noteId = deriveNoteId([key.id, idempotencyHash ?? "", id, text]);
    const note = (await listRecordNotes(action.db, id)).find((stored) => stored.id === noteId);
    if (!note) return NOT_FOUND;
    const created_at = formatInstant(note.createdAt);
    return { ok: true, body: { id: note.id, request_id: id, created_at } };
  },
  example: { text: "Called back at noon, wants the job done before the holidays." },
});

/**
 * The id of a note follows from its `Idempotency-Key` and its text: not even a crash stores it twice,
 * and a key that is used again a day later stores another note.
 */
const deriveNoteId = (parts: readonly string[]): string => hashToUuid(JSON.stringify(parts));
