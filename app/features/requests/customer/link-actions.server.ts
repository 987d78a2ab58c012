import { randomUUIDv7 } from "node:crypto";
import { eq } from "drizzle-orm";
import type { AppContext } from "#app/app-context.ts";
import type { ActionContext } from "#app/db/action-context.server.ts";
import { requestEvents, serviceRequests } from "#app/db/tables/requests.server.ts";
import { type Transaction, withTransaction } from "#app/db/transaction.server.ts";
import { recordAudit } from "#app/features/audit/write-audit.server.ts";
import { ERASED_HASH } from "../erase-fields.server.ts";
import { LOST_LINK_MAIL } from "./constants.ts";
import { addRequestKey, getRequestUrl, revokeRequestKey } from "./keys.server.ts";
import { type LinkFormResult, linkFormSchema } from "./link-schema.ts";
import { queueCustomerMail } from "./mails/queue-mail.server.ts";

type LinkContext = ActionContext & Pick<AppContext, "contactKeys" | "env">;

/** Handles a form of the panel about the customer's page: shows, mails or revokes a link. */
export function handleLinkForm(
  context: LinkContext,
  { form }: { form: FormData },
): Promise<LinkFormResult> {
  const parsed = linkFormSchema.safeParse(Object.fromEntries(form));
  if (!parsed.success) return Promise.resolve({ ok: false, reason: "fields" });
  const { data } = parsed;
  return withTransaction(context.db, async (tx): Promise<LinkFormResult> => {
    const [request] = await tx
      .select({ bodyHash: serviceRequests.bodyHash, email: serviceRequests.emailNormalized })
      .from(serviceRequests)
      .where(eq(serviceRequests.id, data.id))
      .for("share");
    if (!request || request.bodyHash === ERASED_HASH) return { ok: false, reason: "not-found" };
    if (data.intent === "show-link") return showLink(tx, context, data.id);
    if (data.intent === "mail-link") {
      if (!request.email) return { ok: false, reason: "no-address" };
      return mailLink(tx, context, data.id);
    }
    return revokeLink(tx, context, { requestId: data.id, keyId: data.keyId });
  });
}

/** Adds an event to the timeline and a row to the audit log, neither with the key. */
async function recordLink(
  tx: Transaction,
  { actor, now, ...context }: LinkContext,
  { requestId, kind }: { requestId: string; kind: string },
): Promise<void> {
  await tx
    .insert(requestEvents)
    .values({ id: randomUUIDv7(), requestId, at: now, actorId: actor, kind, detail: {} });
  await recordAudit(
    tx,
    { ...context, actor, now },
    { action: kind, entity: "service-request", entityId: requestId },
  );
}

async function showLink(
  tx: Transaction,
  context: LinkContext,
  requestId: string,
): Promise<LinkFormResult> {
  const { contactKeys, env, actor, now } = context;
  const created = await addRequestKey(tx, contactKeys, {
    requestId,
    madeFor: "staff",
    madeBy: actor,
    now,
  });
  await recordLink(tx, context, { requestId, kind: "link-shown" });
  return { ok: true, intent: "show-link", url: getRequestUrl(env, created.key) };
}

async function mailLink(
  tx: Transaction,
  context: LinkContext,
  requestId: string,
): Promise<LinkFormResult> {
  const { now } = context;
  await queueCustomerMail(tx, {
    requestId,
    kind: LOST_LINK_MAIL,
    subjectId: randomUUIDv7(),
    now,
  });
  await recordLink(tx, context, { requestId, kind: "link-mailed" });
  return { ok: true, intent: "mail-link" };
}

async function revokeLink(
  tx: Transaction,
  context: LinkContext,
  { requestId, keyId }: { requestId: string; keyId: string },
): Promise<LinkFormResult> {
  const isRevoked = await revokeRequestKey(tx, { requestId, keyId, now: context.now });
  if (!isRevoked) return { ok: false, reason: "revoked" };
  await recordLink(tx, context, { requestId, kind: "link-revoked" });
  return { ok: true, intent: "revoke-link" };
}
