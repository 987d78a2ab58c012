import type { AppContext } from "#app/app-context.ts";
import type { ActionContext } from "#app/db/action-context.server.ts";
import { turnOffDevice, turnOnDevice } from "#app/features/push/mutations.server.ts";
import type { PushOwner } from "#app/features/push/push-owner.server.ts";
import { TEST_REFUSALS, TURN_ON_REFUSALS, UNREADABLE } from "#app/features/push/refusals.ts";
import { deviceSchema, subscriptionSchema } from "#app/features/push/schema.server.ts";
import { sendTest } from "#app/features/push/send-test.server.ts";

export type DeviceContext = ActionContext &
  Pick<AppContext, "env" | "settings" | "vapidKeys" | "vault">;
type DeviceForm = {
  form: FormData;
  owner: PushOwner;
  browser: { browserToken: string; userAgent: string | null };
};
type DeviceReply =
  | { ok: true; done: "push-on" | "push-off" | "push-tested" }
  | { ok: false; message: string; isTooMany?: boolean };

/** Handles a form of the account page about the person's own devices. */
export async function handleDeviceForm(
  context: DeviceContext,
  { form, owner, browser }: DeviceForm,
): Promise<DeviceReply> {
  const { intent, ...fields } = Object.fromEntries(form);
  if (intent === "push-turn-on") {
    const subscription = subscriptionSchema.safeParse(fields);
    if (!subscription.success) return { ok: false, message: UNREADABLE };
    const result = await turnOnDevice(context, {
      owner,
      subscription: subscription.data,
      ...browser,
    });
    return result.ok
      ? { ok: true, done: "push-on" }
      : { ok: false, message: TURN_ON_REFUSALS[result.reason] };
  }
  const device = deviceSchema.safeParse(fields);
  if (!device.success) return { ok: false, message: UNREADABLE };
  if (intent === "push-turn-off") {
    await turnOffDevice(context, { owner, ...device.data });
    // Also where it was off already.
    return { ok: true, done: "push-off" };
  }
  const result = await sendTest(context, { owner, ...device.data });
  if (result.ok) return { ok: true, done: "push-tested" };
  const { reason } = result;
  return { ok: false, message: TEST_REFUSALS[reason], isTooMany: reason === "too-many" };
}
