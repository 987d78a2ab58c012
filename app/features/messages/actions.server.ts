import { sql } from "drizzle-orm";
import type { AppContext } from "#app/app-context.ts";
import type { ActionContext } from "#app/db/action-context.server.ts";
import { requestMessages } from "#app/db/tables/customer-page.server.ts";
import { offers } from "#app/db/tables/offers.server.ts";
import { withTransaction } from "#app/db/transaction.server.ts";
import { isStopOnPage } from "#app/features/crm/opt-outs/is-stop-message.ts";
import { isOffer, type OfferRef, pickOfferRef } from "#app/features/offers/offer-ref.server.ts";
import { isUuid } from "#app/lib/is-uuid.ts";
import { rateKey } from "#app/lib/rate-key.ts";
import { consumeRateLimit } from "#app/lib/rate-limit.server.ts";
import { TOO_MANY_TRIES } from "#app/lib/too-many-tries.ts";
import { openOfferThread } from "./connected-offer.server.ts";
import { PROVIDER_MESSAGES_PER_MINUTE } from "./constants.ts";
import { addMessage, answerAsStaff, markMessagesRead, postMessage } from "./post-message.server.ts";
import {
  customerMessageSchema,
  type MessageFormResult,
  type MessageRefusal,
  messageFormSchema,
  messageTextSchema,
} from "./schema.ts";
import { stopByMessage } from "./stop-by-message.server.ts";

type MessageContext = ActionContext & Pick<AppContext, "requestFeed">;
/** `status`: of the response that shows the problem. */
export type WriteResult = { ok: true } | { ok: false; status: 400 | 409 | 429; message: string };

const STATUS = { "not-found": 409, "not-connected": 409, "too-many": 429 } as const;

const refuse = (
  reason: MessageRefusal,
  sentences: Record<MessageRefusal, string>,
): WriteResult => ({ ok: false, status: STATUS[reason], message: sentences[reason] });

const describeIssue = ({ issues }: { issues: { message: string }[] }): WriteResult => ({
  ok: false,
  status: 400,
  message: issues[0]?.message ?? "This form was incomplete.",
});

const CUSTOMER_REFUSALS: Record<MessageRefusal, string> = {
  "not-found": "This request was deleted, so the message was not sent.",
  "not-connected":
    "That company can no longer read your messages. Choose again who may read this one.",
  "too-many": "You wrote very many messages today. Please call us, or write again tomorrow.",
};

/**
 * Posts what a customer wrote on the page of their request. `isStop`: they asked for an end of all
 * contact, which was recorded.
 */
export async function writeAsCustomer(
  context: MessageContext & Pick<AppContext, "notifyOutbox">,
  { form, requestId }: { form: FormData; requestId: string },
): Promise<WriteResult & { isStop?: boolean }> {
  const parsed = customerMessageSchema.safeParse(Object.fromEntries(form));
  if (!parsed.success) return describeIssue(parsed.error);
  const { text, offerId } = parsed.data;
  const message = { requestId, offerId, text, channel: "page" } as const;
  const isStop = isStopOnPage(text);
  const posted = await withTransaction(context.db, async (tx) => {
    const added = await addMessage(tx, context, { ...message, author: "customer", authorId: null });
    if (isStop) await stopByMessage(tx, context, { requestId, source: "my-request" });
    return added;
  });
  if (isStop) context.notifyOutbox();
  else if (!posted.ok) return refuse(posted.reason, CUSTOMER_REFUSALS);
  context.requestFeed.publishChange(requestId);
  return { ok: true, isStop };
}

const PROVIDER_REFUSALS: Record<MessageRefusal, string> = {
  "not-found": "The customer can no longer be reached here, so the message was not sent.",
  "not-connected": "The customer can no longer be reached here, so the message was not sent.",
  "too-many": "You wrote very many messages today. Please call the customer, or call us.",
};

/** Posts what a provider wrote on the page of their offer. */
export async function writeAsProvider(
  context: MessageContext,
  input: OfferRef & { form: FormData; address: string },
): Promise<WriteResult> {
  const { form, address } = input;
  if (!(await isProviderAllowed(context, address))) return TRIED_OFTEN;
  const parsed = messageTextSchema.safeParse(form.get("text") ?? "");
  if (!parsed.success) return describeIssue(parsed.error);
  const offer = await openOfferThread(context.db, {
    ...pickOfferRef(input),
    now: context.now,
  });
  if (!offer) return refuse("not-connected", PROVIDER_REFUSALS);
  const { requestId, offerId, providerId } = offer;
  const posted = await postMessage(
    { ...context, actor: `provider:${providerId}` },
    {
      requestId,
      offerId,
      author: "provider",
      authorId: providerId,
      text: parsed.data,
      channel: "page",
    },
  );
  if (!posted.ok) return refuse(posted.reason, PROVIDER_REFUSALS);
  context.requestFeed.publishChange(requestId);
  return { ok: true };
}

/**
 * Records that what the customer wrote needs no answer of the provider, up to the message that their page
 * showed last: one that arrived meanwhile still waits.
 */
export async function skipAnswer(
  context: ActionContext,
  input: OfferRef & { form: FormData; address: string },
): Promise<WriteResult> {
  if (!(await isProviderAllowed(context, input.address))) return TRIED_OFTEN;
  const seen = String(input.form.get("seen") ?? "");
  if (!isUuid(seen)) return { ok: true };
  const { createdAt, id, offerId } = requestMessages;
  await context.db
    .update(offers)
    .set({
      messagesDoneAt: sql`greatest(${offers.messagesDoneAt}, (
        select ${createdAt} from ${requestMessages} where ${id} = ${seen} and ${offerId} = ${offers.id}
      ))`,
    })
    .where(isOffer(pickOfferRef(input)));
  return { ok: true };
}

const TRIED_OFTEN = {
  ok: false,
  status: 429,
  message: TOO_MANY_TRIES,
} as const;

const isProviderAllowed = ({ db, now }: ActionContext, address: string) =>
  consumeRateLimit(db, {
    key: `offer-message:${rateKey(address)}`,
    limit: PROVIDER_MESSAGES_PER_MINUTE,
    windowSeconds: 60,
    now,
  });

const STAFF_REFUSALS: Record<MessageRefusal, string> = {
  "not-found": "This person was erased, so nothing was sent.",
  "not-connected": "That company can no longer read messages. Choose again who may read this one.",
  "too-many": "Too many messages today.",
};

/** Handles a form of a request's messages panel. */
export async function handleMessageForm(
  context: MessageContext,
  { form }: { form: FormData },
): Promise<MessageFormResult> {
  const parsed = messageFormSchema.safeParse(Object.fromEntries(form));
  if (!parsed.success) {
    const intent = String(form.get("intent") ?? "");
    return { ok: false, intent, message: parsed.error.issues[0]?.message ?? "" };
  }
  const { data } = parsed;
  const { id: requestId, intent } = data;
  if (data.intent === "messages-read") await markMessagesRead(context, { requestId });
  else {
    const { offerId, text } = data;
    const posted = await answerAsStaff(context, { requestId, offerId, text });
    if (!posted.ok) return { ok: false, intent, message: STAFF_REFUSALS[posted.reason] };
  }
  context.requestFeed.publishChange(requestId);
  return { ok: true, intent };
}
