import type { AppContext, Staff } from "#app/app-context.ts";
import type { ActionContext } from "#app/db/action-context.server.ts";
import { confirmPassword } from "#app/features/auth/confirm-password.server.ts";
import { requestPassword } from "#app/features/auth/request-password.ts";
import { formatQuantity } from "#app/lib/format-values.ts";
import { isUuid } from "#app/lib/is-uuid.ts";
import { MAX_ENDPOINTS, WEBHOOKS_PATH } from "./constants.ts";
import { describeFailure } from "./describe-failure.ts";
import {
  createEndpoint,
  pauseEndpoint,
  removeEndpoint,
  replayDeliveries,
  resumeEndpoint,
  rotateEndpointSecret,
  updateEndpoint,
} from "./mutations.server.ts";
import { endpointSchema, type WebhookReply } from "./schema.ts";
import { sendTestMessage } from "./send-test.server.ts";

type App = Pick<AppContext, "db" | "env" | "now" | "security" | "vault">;
type EndpointContext = Omit<App, "now"> & ActionContext & { httpRequestId: string };
type WebhookForm = {
  form: FormData;
  staff: Pick<Staff, "userId" | "sessionId" | "passwordAt">;
  address: string;
  httpRequestId: string;
};

const GONE: WebhookReply = { failed: "This endpoint no longer exists. Reload the page." };
const OUTDATED: WebhookReply = { message: "This form is out of date. Reload the page." };

/**
 * Runs the intent of a form about endpoints. What shows a secret needs a password that was typed
 * recently; stopping one does not.
 */
export async function handleWebhookForm(
  app: App,
  { form, staff, address, httpRequestId }: WebhookForm,
): Promise<WebhookReply> {
  const values = Object.fromEntries(form);
  const context = { ...app, actor: staff.userId, now: app.now(), httpRequestId };
  /** The reply where the password must be typed first. */
  const askPassword = async (): Promise<WebhookReply | null> => {
    const password = String(values.password ?? "");
    const checked = await confirmPassword(context, { ...staff, address, password });
    return checked === "ok" ? null : requestPassword(form, checked);
  };
  if (values.intent === "create") {
    // Checked first, so that the password is not asked for a form that is refused anyway.
    const refused = endpointSchema.safeParse(values).success ? await askPassword() : null;
    return refused ?? create(context, values);
  }
  const id = String(values.id ?? "");
  if (!isUuid(id)) return OUTDATED;
  if (values.intent === "rotate") return (await askPassword()) ?? rotate(context, id);
  if (values.intent === "update") {
    const result = await updateEndpoint(context, { id, values });
    if (result.ok) return { done: "The changes are saved." };
    return result.reason === "fields" ? { errors: result.errors } : GONE;
  }
  return runIntent(context, { intent: String(values.intent), id, delivery: values.delivery });
}

async function create(context: EndpointContext, values: unknown): Promise<WebhookReply> {
  const result = await createEndpoint(context, { values });
  if (result.ok)
    return { secret: result.secret, name: result.name, path: `${WEBHOOKS_PATH}/${result.id}` };
  return result.reason === "fields"
    ? { errors: result.errors }
    : { message: `There can be at most ${MAX_ENDPOINTS} endpoints. Remove one first.` };
}

async function rotate(context: EndpointContext, id: string): Promise<WebhookReply> {
  const result = await rotateEndpointSecret(context, { id });
  return result.ok ? { secret: result.secret, name: result.name } : GONE;
}

type Intent = { intent: string; id: string; delivery: FormDataEntryValue | undefined };

async function runIntent(
  context: EndpointContext,
  { intent, id, delivery }: Intent,
): Promise<WebhookReply> {
  switch (intent) {
    case "pause": {
      const result = await pauseEndpoint(context, { id });
      return result.ok ? { done: `${result.name} is paused. Its events are queued.` } : GONE;
    }
    case "resume": {
      const result = await resumeEndpoint(context, { id });
      return result.ok
        ? { done: `${result.name} receives events again, queued ones first.` }
        : GONE;
    }
    case "remove": {
      const result = await removeEndpoint(context, { id });
      return result.ok ? { done: `${result.name} is removed.` } : GONE;
    }
    case "test":
      return test(context, id);
    case "replay":
    case "replay-failed": {
      if (intent === "replay" && !isUuid(String(delivery))) return OUTDATED;
      const chosen = intent === "replay" ? String(delivery) : null;
      const result = await replayDeliveries(context, { id, delivery: chosen });
      if (!result.ok) return GONE;
      return result.count > 0
        ? {
            done: `${formatQuantity(result.count, "message")} will be resent in a moment, or when you resume the endpoint.`,
          }
        : { failed: "Nothing to resend. Reload the page." };
    }
    default:
      return OUTDATED;
  }
}

async function test(context: EndpointContext, id: string): Promise<WebhookReply> {
  const result = await sendTestMessage(context, { id });
  if (result.ok)
    return result.sent.ok
      ? { done: `Test message accepted (${result.sent.status}, ${result.ms} ms).` }
      : {
          failed: `Test message failed: ${describeFailure(result.sent.error)}`,
          isTried: true,
        };
  return result.reason === "not-found" ? GONE : { failed: "Too many test messages. Wait an hour." };
}
