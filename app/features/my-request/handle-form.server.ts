import { writeAsCustomer } from "#app/features/messages/actions.server.ts";
import { postMessage } from "#app/features/messages/post-message.server.ts";
import {
  answerAsCustomer,
  customerAnswerSchema,
} from "#app/features/offers/customer/answer-offer.server.ts";
import { cancelRequest } from "#app/features/offers/customer/cancel-request.server.ts";
import type { CustomerAnswerRefusal } from "#app/features/offers/schema.ts";
import { eraseByCode, sendErasureCode } from "#app/features/privacy/customer-erasure.server.ts";
import { stopAllContact, stopCompany } from "#app/features/privacy/customer-stop.server.ts";
import { ACTIONS_PER_MINUTE, CHANGES_PER_HOUR } from "#app/features/requests/customer/constants.ts";
import { getCustomerRequest } from "#app/features/requests/customer/customer-request.server.ts";
import { handleReviewForm } from "#app/features/reviews/actions.server.ts";
import { rateKey } from "#app/lib/rate-key.ts";
import { consumeRateLimit } from "#app/lib/rate-limit.server.ts";
import { TOO_MANY_TRIES } from "#app/lib/too-many-tries.ts";
import { CORRECTION_HANDLERS } from "./correction-handlers.server.ts";
import {
  type CustomerContext,
  type CustomerForm,
  type FormResult,
  type Handler,
  refuse,
} from "./form-handler.ts";
import { keepTyped } from "./keep-typed.server.ts";
import { VISIT_HANDLERS } from "./visit-handlers.server.ts";

const ANSWER_REFUSALS: Record<CustomerAnswerRefusal | "text-changed" | "shown-long-ago", string> = {
  answered: "This question was answered already. The page shows how it stands now.",
  "opted-out":
    "You stopped contact before, so nothing is shared. Call us if you changed your mind.",
  erased: "This request was deleted.",
  closed: "This request is closed, so nothing is shared. Call us if you still need help.",
  unverified:
    "We can no longer vouch for this company, so nothing was shared. We look for another one.",
  "text-changed": "What you agree to has changed just now. Read the question again, please.",
  "shown-long-ago":
    "This page was open for more than a day. Read the question again, please, and answer it.",
};

const answer: Handler = async (context, { form, requestId }) => {
  const parsed = customerAnswerSchema.safeParse(Object.fromEntries(form));
  if (!parsed.success) return refuse("This form was incomplete. Please try again.", 400);
  const result = await answerAsCustomer(context, { ...parsed.data, requestId });
  if (!result.ok) {
    // The offer to a company that we cannot vouch for has ended.
    if (result.reason === "unverified") context.requestFeed.publishChange(requestId);
    return refuse(ANSWER_REFUSALS[result.reason]);
  }
  context.requestFeed.publishChange(requestId);
  return { ok: true, done: DONE_ANSWERS[result.answer] };
};
const DONE_ANSWERS = {
  "say-yes": "yes",
  "ask-another": "another",
  "stop-looking": "stopped-looking",
} as const;

const cancel: Handler = async (context, { requestId }) => {
  if (!(await cancelRequest(context, { requestId })))
    return refuse("This request is closed already.");
  context.requestFeed.publishChange(requestId);
  return { ok: true, done: "canceled" };
};

const stopAll: Handler = async (context, { requestId }) => {
  if (!(await stopAllContact(context, { requestId })))
    return refuse("There is no phone number or email address in this request to stop.");
  // The opt-out also goes to the CRM.
  context.notifyOutbox();
  context.requestFeed.publishChange(requestId);
  return { ok: true, done: "stopped-all" };
};

const stopOne: Handler = async (context, { requestId }) => {
  if (!(await stopCompany(context, { requestId })))
    return refuse("No company has your details now.");
  context.requestFeed.publishChange(requestId);
  return { ok: true, done: "stopped-company" };
};

const ADDRESS_CHANGED =
  "The email address was changed less than a week ago. Someone on our team deletes it for you.";

const sendCode: Handler = async (context, { requestId }) => {
  if (!context.env.SMTP_URL) return refuse("We cannot email you a code now. Please call us.");
  const result = await sendErasureCode(context, { requestId });
  if (result === "sent") return { ok: true, done: "code-sent" };
  return result === "too-many"
    ? refuse("Several codes were sent lately. Please use the latest, or call us.", 429)
    : refuse(CODE_REFUSALS[result]);
};
const CODE_REFUSALS = {
  held: "We cannot email you a code for this request. Ask our team on this page, or call us.",
  "no-address": "There is no email address in your request. Please call us.",
  "address-changed": ADDRESS_CHANGED,
} as const;

const ERASURE_REFUSALS = {
  "wrong-code": "That is not the code. Look at the latest email from us.",
  "no-code": "This code no longer works. Have another one sent.",
  "address-changed": ADDRESS_CHANGED,
  sending: "Your request is being passed on right now. Please try again in a minute.",
} as const;

const erase: Handler = async (context, { form, requestId }) => {
  const code = String(form.get("code") ?? "")
    .replaceAll(/\D/g, "")
    .slice(0, 12);
  const result = await eraseByCode(context, { requestId, code });
  if (!result.ok)
    return { ok: false, status: 409, message: ERASURE_REFUSALS[result.reason], field: "code" };
  // Contacts in the CRM are set to do-not-disturb.
  context.notifyOutbox();
  context.requestFeed.publishChange(requestId);
  return { ok: true, done: "erased", isGone: true };
};

const review: Handler = async (context, input) => {
  const result = await handleReviewForm(context, input);
  if (result.ok) {
    context.requestFeed.publishChange(input.requestId);
    return { ok: true, done: "reviewed" };
  }
  const { message, field, values } = result;
  return {
    ok: false,
    status: field ? 400 : 409,
    message,
    refused: { review: { message, field, values } },
  };
};

const write: Handler = async (context, { form, requestId }) => {
  const written = await writeAsCustomer(context, { form, requestId });
  if (written.ok) return { ok: true, done: written.isStop ? "stopped-all" : "written" };
  const read = (name: string) => String(form.get(name) ?? "");
  const typed = { text: read("text"), offerId: read("offerId") };
  return { ...written, refused: { message: { problem: written.message, ...typed } } };
};

/** Where nobody can be sent a code, staff check who asks. Who stopped all contact calls them. */
const askForErasure: Handler = async (context, { requestId }) => {
  const { timeZone: fallbackZone } = await context.settings.get();
  const request = await getCustomerRequest(context.db, { requestId, fallbackZone });
  const isStopped = request?.isOptedOut === true;
  const posted = await postMessage(context, {
    requestId,
    author: "customer",
    authorId: null,
    offerId: null,
    text: isStopped ? ERASURE_WISHES.stopped : ERASURE_WISHES.reachable,
    channel: "page",
  });
  if (!posted.ok) return refuse("You wrote very many messages today. Please call us.", 429);
  context.requestFeed.publishChange(requestId);
  return { ok: true, done: isStopped ? "erase-asked-by-stopped" : "erase-asked" };
};
const ERASURE_WISHES = {
  reachable: "Please delete my requests and my details. Call me to check that it is me.",
  stopped:
    "Please delete my requests and my details. I stopped all contact, so do not call me: I call you, so that you can check that it is me.",
} as const;

/** What each form of the page does, by its intent. */
const HANDLERS: Readonly<Record<string, Handler>> = {
  "say-yes": answer,
  "ask-another": answer,
  "stop-looking": answer,
  cancel,
  "stop-all": stopAll,
  "stop-company": stopOne,
  "erase-ask": askForErasure,
  "erase-code": sendCode,
  erase,
  review,
  ...VISIT_HANDLERS,
  ...CORRECTION_HANDLERS,
  message: write,
};

/** What only the customer can say: staff who look at the page are told what to do instead. */
const STAFF_REFUSALS: Readonly<Record<string, string>> = {
  "say-yes":
    "You are signed in as staff. Ask the customer to press Yes on their own link, or record their yes by phone in the portal.",
  "change-phone":
    "You are signed in as staff. Ask the customer to change the number on their own link, as they agree to the text below.",
  review: "You are signed in as staff. Only the customer writes this review, on their own link.",
};

/** Handles a form of the customer's page; a form that is refused keeps what was typed. */
export async function handleMyRequestForm(
  context: CustomerContext,
  input: CustomerForm,
): Promise<FormResult> {
  const { keyId, madeFor } = input;
  const link = keyId && madeFor ? { id: keyId, origin: madeFor } : undefined;
  const result = await handle({ ...context, caller: { ...context.caller, link } }, input);
  return result.ok || result.refused
    ? result
    : { ...result, refused: keepTyped(input.form, result.message) };
}

async function handle(context: CustomerContext, input: CustomerForm): Promise<FormResult> {
  const limit = await checkLimits(context, input);
  if (limit) return refuse(limit, 429);
  const intent = String(input.form.get("intent") ?? "");
  const handler = Object.hasOwn(HANDLERS, intent) ? HANDLERS[intent] : undefined;
  if (!handler) return refuse("This form was incomplete.", 400);
  const isForCustomer = input.isStaff && Object.hasOwn(STAFF_REFUSALS, intent);
  return isForCustomer ? refuse(STAFF_REFUSALS[intent] ?? "") : handler(context, input);
}

/** @returns why no form is taken now, or null */
async function checkLimits(
  { db, now, caller }: CustomerContext,
  { requestId }: CustomerForm,
): Promise<string | null> {
  const isAllowed = await consumeRateLimit(db, {
    key: `my-request:${rateKey(caller.address)}`,
    limit: ACTIONS_PER_MINUTE,
    windowSeconds: 60,
    now,
  });
  if (!isAllowed) return TOO_MANY_TRIES;
  // Every change adds to the timeline and may mail somebody, whoever holds the key.
  const isFresh = await consumeRateLimit(db, {
    key: `my-request-changes:${requestId}`,
    limit: CHANGES_PER_HOUR,
    windowSeconds: 3_600,
    now,
  });
  return isFresh ? null : "This request was changed very often. Please wait an hour, or call us.";
}
