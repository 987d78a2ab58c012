import type { AppContext } from "#app/app-context.ts";
import type { ActionContext } from "#app/db/action-context.server.ts";
import { listFieldErrors } from "#app/lib/field-errors.ts";
import { PUSH_INTENTS, type PushIntent } from "./constants.ts";
import { saveQuietHours, turnOffDevice, turnOnDevice } from "./mutations.server.ts";
import type { PushOwner } from "./push-owner.server.ts";
import { TEST_REFUSALS, TURN_ON_REFUSALS, UNREADABLE } from "./refusals.ts";
import { deviceSchema, quietSchema, subscriptionSchema } from "./schema.server.ts";
import { sendTest } from "./send-test.server.ts";

type PushContext = ActionContext & Pick<AppContext, "env" | "settings" | "vapidKeys" | "vault">;
type PushForm = { form: FormData; browserToken: string | null; userAgent: string | null };
/** `done` and `failed` for a toast, `errors` by field of the quiet hours. */
export type PushReply = {
  values: { done?: string; failed?: string; errors?: Record<string, string> };
  status?: number;
};
type PushAction = { context: PushContext; fields: unknown } & Omit<PushForm, "form">;

const NO_COOKIE =
  "This browser has lost the cookie that notifications belong to. Sign out, sign in again, then turn them on.";

const toOwner = ({ actor: userId }: PushContext): PushOwner => ({ kind: "staff", userId });
const refuse = (failed: string): PushReply => ({ values: { failed }, status: 400 });

export const isPushIntent = (intent: unknown): intent is PushIntent =>
  PUSH_INTENTS.some((known) => known === intent);

/** Runs the intent of a form of staff about notifications. */
export async function handlePushForm(
  context: PushContext,
  { form, ...caller }: PushForm & { intent: PushIntent },
): Promise<PushReply> {
  const { intent, ...fields } = Object.fromEntries(form);
  const handler = HANDLERS.get(String(intent));
  return handler ? handler({ context, fields, ...caller }) : refuse(UNREADABLE);
}

async function turnOn({ context, fields, browserToken, userAgent }: PushAction) {
  const parsed = subscriptionSchema.safeParse(fields);
  if (!parsed.success) return refuse(UNREADABLE);
  if (!browserToken) return refuse(NO_COOKIE);
  const result = await turnOnDevice(context, {
    owner: toOwner(context),
    subscription: parsed.data,
    browserToken,
    userAgent,
  });
  return result.ok
    ? { values: { done: "Notifications are on for this device." } }
    : refuse(TURN_ON_REFUSALS[result.reason]);
}

async function turnOff({ context, fields }: PushAction): Promise<PushReply> {
  const parsed = deviceSchema.safeParse(fields);
  if (!parsed.success) return refuse(UNREADABLE);
  await turnOffDevice(context, { ...parsed.data, owner: toOwner(context) });
  // Also where it was off already.
  return { values: { done: "Notifications are off for this device." } };
}

async function test({ context, fields }: PushAction): Promise<PushReply> {
  const parsed = deviceSchema.safeParse(fields);
  if (!parsed.success) return refuse(UNREADABLE);
  const result = await sendTest(context, { ...parsed.data, owner: toOwner(context) });
  return result.ok
    ? { values: { done: "Sent. It should appear within seconds." } }
    : refuse(TEST_REFUSALS[result.reason]);
}

async function setQuietHours({ context, fields }: PushAction): Promise<PushReply> {
  const parsed = quietSchema.safeParse(fields);
  if (!parsed.success) {
    const errors = listFieldErrors(parsed.error.issues);
    return errors.from || errors.to ? { values: { errors }, status: 400 } : refuse(UNREADABLE);
  }
  await saveQuietHours(context, parsed.data);
  return {
    values: {
      done: parsed.data.quietFrom === null ? "Quiet hours are off." : "Quiet hours are saved.",
    },
  };
}

/** Handlers by intent. */
const HANDLERS = new Map<string, (step: PushAction) => Promise<PushReply>>([
  ["push-turn-on", turnOn],
  ["push-turn-off", turnOff],
  ["push-test", test],
  ["push-quiet", setQuietHours],
]);
