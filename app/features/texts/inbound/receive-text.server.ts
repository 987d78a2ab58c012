import { createHash, randomUUIDv7 } from "node:crypto";
import { and, asc, eq, ne } from "drizzle-orm";
import type { AppContext } from "#app/app-context.ts";
import type { ActionContext } from "#app/db/action-context.server.ts";
import { serviceRequests } from "#app/db/tables/requests.server.ts";
import { inboundTexts } from "#app/db/tables/texts.server.ts";
import { type Transaction, withTransaction } from "#app/db/transaction.server.ts";
import { fitMessage } from "#app/features/messages/inbound/fit-message.ts";
import { addMessage } from "#app/features/messages/post-message.server.ts";
import { stopContactOf } from "#app/features/privacy/customer-stop.server.ts";
import { recordOptOut } from "#app/features/privacy/opt-out.server.ts";
import { CUSTOMER_ACTOR } from "#app/features/requests/customer/constants.ts";
import { ERASED_HASH } from "#app/features/requests/erase-fields.server.ts";
import { hasOptedOut } from "#app/features/requests/has-opted-out.server.ts";
import { getRootId } from "#app/features/requests/merged-requests.server.ts";
import { hashContacts } from "#app/lib/hashed-contacts.server.ts";
import { getPublicOrigin } from "#app/lib/public-origin.ts";
import { rateKey } from "#app/lib/rate-key.ts";
import { consumeRateLimit } from "#app/lib/rate-limit.server.ts";
import { getTextConfig } from "../client.server.ts";
import { EVENTS_PER_MINUTE, TEXTS_WEBHOOK_PATH } from "../constants.ts";
import { classifyText } from "./classify-text.ts";
import { hasTwilioSignature } from "./has-twilio-signature.server.ts";
import { type InboundText, inboundTextSchema } from "./schema.ts";

const WINDOW_SECONDS = 60;
const FILES_NOTE = "[This text had a picture or a file. We do not keep those.]";
const LONG_TEXT = "\n\n[The text was longer. The rest was not kept.]";

type TextApp = Pick<
  AppContext,
  "contactKeys" | "db" | "env" | "log" | "notifyOutbox" | "now" | "requestFeed" | "settings"
>;
type Call = {
  /** As the caller addressed it; Twilio signs the URL that is set there. */
  url: string;
  body: Uint8Array;
  signature: string | null;
  address: string;
};
/** `reply`: the words of the one text that answers, if any. */
export type ReceiveTextResult =
  | { ok: true; reply: string | null }
  | { ok: false; status: 400 | 401 | 403 | 429; error: string; isForged?: true };

/**
 * Handles a text that arrived at our number, signed by Twilio. Opt-outs count whether texts are on or
 * off. One that was handled before changes nothing.
 */
export async function receiveText(
  app: TextApp,
  { url: calledUrl, body, signature, address }: Call,
): Promise<ReceiveTextResult> {
  const { db, env } = app;
  const now = app.now();
  const config = getTextConfig(env);
  if (!config)
    return {
      ok: false,
      status: 401,
      error: "Texts are not set up here: TWILIO_ACCOUNT_SID is not set.",
    };
  const isAllowed = await consumeRateLimit(db, {
    key: `texts:${rateKey(address)}`,
    limit: EVENTS_PER_MINUTE,
    windowSeconds: WINDOW_SECONDS,
    now,
  });
  if (!isAllowed) return { ok: false, status: 429, error: "Too many events. Wait a minute." };
  const fields = new URLSearchParams(new TextDecoder().decode(body));
  // Behind a proxy, the URL that arrives here is another one.
  const url = env.PUBLIC_URL ? getPublicOrigin(env) + TEXTS_WEBHOOK_PATH : calledUrl;
  if (!hasTwilioSignature({ authToken: config.authToken, url, fields, signature }))
    return {
      ok: false,
      status: 403,
      error: "The signature is missing or wrong.",
      isForged: true,
    };
  const text = inboundTextSchema.safeParse(Object.fromEntries(fields));
  if (!text.success) {
    const [issue] = text.error.issues;
    const error = `${issue?.path.join(".") || "body"}: ${issue?.message}`;
    return { ok: false, status: 400, error };
  }
  return { ok: true, reply: await handleText(app, text.data) };
}

/** @returns the confirmation of an opt-out that Twilio has not confirmed, else null */
async function handleText(app: TextApp, text: InboundText): Promise<string | null> {
  const { db, log } = app;
  const context = { db, actor: CUSTOMER_ACTOR, now: app.now() };
  const taken = await withTransaction(db, (tx) => takeText(tx, { ...app, ...context }, text));
  for (const requestId of taken.requestIds) app.requestFeed.publishChange(requestId);
  if (taken.dropped) log.info({ reason: taken.dropped }, "an inbound text was dropped");
  if (!taken.isStop) return null;
  // A stop also goes to the CRM.
  app.notifyOutbox();
  if (taken.isAnswered) return null;
  const { company, phone } = await app.settings.get();
  return `You opted out. ${company} will not call, text or email you about your requests. Questions? Call ${phone}.`;
}

type Taken = {
  /** The requests that changed. */
  requestIds: string[];
  /** The person was opted out now. */
  isStop: boolean;
  isAnswered: boolean;
  dropped?: string;
};
type TakeContext = ActionContext & Pick<AppContext, "contactKeys">;

/** Ids of texts are kept as hashes: they lead to the person at Twilio. */
const hashSid = (sid: string) => createHash("sha256").update(sid).digest("base64url");

async function takeText(tx: Transaction, context: TakeContext, text: InboundText): Promise<Taken> {
  const { From: phone, Body: body, OptOutType: optOutType } = text;
  const { kind, isAnswered } = classifyText({ body, optOutType });
  const open = await lockOpenRequests(tx, phone);
  const requestIds = open.map(({ id }) => id);
  const only = findOnlyRequest(open);
  const isMatched = only !== null;
  const { rowCount } = await tx
    .insert(inboundTexts)
    .values({
      id: randomUUIDv7(),
      sidHash: hashSid(text.MessageSid),
      isUnmatched: kind === "message" && !isMatched,
      receivedAt: context.now,
    })
    .onConflictDoNothing();
  const nothing: Taken = { requestIds: [], isStop: false, isAnswered };
  if (rowCount === 0) return { ...nothing, dropped: "repeated" };
  if (kind === "help") return nothing;
  const isStop = kind === "stop" && (await stopNumber(tx, context, { phone, open }));
  const dropped = isMatched ? await postText(tx, context, { requestId: only, text }) : undefined;
  return { requestIds, isStop, isAnswered, dropped };
}

/** `rootId`: the request itself, or the one that it was merged into. */
type OpenRequest = { id: string; rootId: string; isStopped: boolean };

/** The request that a text is about; null where there is none, or where several are not merged. */
function findOnlyRequest(open: OpenRequest[]): string | null {
  const [first, ...others] = open;
  if (!first || others.some(({ rootId }) => rootId !== first.rootId)) return null;
  // The one that is worked on may have another number: then the text is shown in both.
  return (open.find(({ id, rootId }) => id === rootId) ?? first).id;
}

/** The open requests with a phone number, locked one after the other. */
const lockOpenRequests = (tx: Transaction, phone: string): Promise<OpenRequest[]> =>
  tx
    .select({
      id: serviceRequests.id,
      rootId: getRootId(serviceRequests),
      isStopped: hasOptedOut(serviceRequests, "all"),
    })
    .from(serviceRequests)
    .where(
      and(
        eq(serviceRequests.phoneE164, phone),
        ne(serviceRequests.status, "closed"),
        ne(serviceRequests.bodyHash, ERASED_HASH),
        eq(serviceRequests.isDemo, false),
      ),
    )
    .orderBy(asc(serviceRequests.id))
    .for("update");

/**
 * Stops all contact for whoever has the number, with or without an open request.
 * @returns whether this was the first word of it
 */
async function stopNumber(
  tx: Transaction,
  context: TakeContext,
  { phone, open }: { phone: string; open: OpenRequest[] },
): Promise<boolean> {
  const lasting = open.filter(({ isStopped }) => !isStopped);
  // Merged requests are stopped together.
  const groups = new Map(lasting.map(({ id, rootId }) => [rootId, id]));
  for (const requestId of groups.values())
    await stopContactOf(tx, context, { requestId, source: "text" });
  if (open.length > 0) return lasting.length > 0;
  const [contact] = hashContacts(context.contactKeys, { phone });
  if (!contact) return false;
  await recordOptOut(tx, context, { contacts: [contact], source: "text", scope: "all" });
  return true;
}

/** Adds a text to the thread between customer and team. @returns why it was dropped */
async function postText(
  tx: Transaction,
  context: TakeContext,
  { requestId, text }: { requestId: string; text: InboundText },
): Promise<string | undefined> {
  const words = [text.Body.trim(), ...(text.NumMedia > 0 ? [FILES_NOTE] : [])]
    .filter(Boolean)
    .join("\n\n");
  if (!words) return "empty";
  const posted = await addMessage(tx, context, {
    requestId,
    author: "customer",
    authorId: null,
    // Only the page asks who may read a message.
    offerId: null,
    text: fitMessage(words, LONG_TEXT),
    channel: "text",
  });
  return posted.ok ? undefined : posted.reason;
}
