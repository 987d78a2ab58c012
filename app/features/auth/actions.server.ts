import type { AppContext, Staff } from "#app/app-context.ts";
import type { ActionContext } from "#app/db/action-context.server.ts";
import { confirmPassword } from "./confirm-password.server.ts";
import { ACCOUNT_ERRORS, getRefusalStatus } from "./constants.ts";
import { dismissFactorReminder } from "./factor-rule.server.ts";
import { changePassword, endSessions, forgetDevice } from "./mutations.server.ts";
import { notifySecurity } from "./notify-security.server.ts";
import { renderQrCode } from "./qr-code.server.ts";
import { requestPassword } from "./request-password.ts";
import { codeSchema, passwordSchema } from "./schema.ts";
import { confirmFactor, removeFactor, startFactor } from "./second-factor.server.ts";

type FactorForm = {
  form: FormData;
  sessionId: string;
  passwordAt: Date | null;
  request: Request;
  address: string;
};
export type FactorSetupValues = Awaited<ReturnType<typeof renderQrCode>> & {
  recoveryCodes: string[];
};
export type FactorReply = { message: string } | { setup: FactorSetupValues } | { headers: Headers };

const readText = (form: FormData, name: string) => String(form.get(name) ?? "");

/**
 * Handles the two steps of setting up a second factor: the password, then a first code, whose reply
 * has the `headers` of a new session.
 */
export async function handleFactorForm(
  context: ActionContext & Pick<AppContext, "auth" | "security">,
  { form, ...input }: FactorForm,
): Promise<FactorReply> {
  if (form.get("intent") === "factor-start") {
    const password = readText(form, "password");
    const started = await startFactor(context, { ...input, password });
    return started.ok
      ? { setup: { ...(await renderQrCode(started.uri)), recoveryCodes: started.recoveryCodes } }
      : { message: ACCOUNT_ERRORS[started.reason] };
  }
  const code = codeSchema.safeParse(readText(form, "code"));
  const confirmed = code.success
    ? await confirmFactor(context, { ...input, code: code.data })
    : null;
  return confirmed?.ok ? { headers: confirmed.headers } : { message: ACCOUNT_ERRORS.code };
}

type AccountApp = Pick<AppContext, "auth" | "db" | "env" | "log" | "now" | "security" | "settings">;
type AccountForm = {
  form: FormData;
  staff: Pick<Staff, "userId" | "sessionId" | "email" | "passwordAt">;
  request: Request;
  address: string;
  httpRequestId: string;
};
type AccountReply = {
  values: {
    message?: string;
    done?: string;
    setup?: FactorSetupValues;
    /** The submitted values, to be sent again with the password that the form needs. */
    resubmit?: Record<string, string>;
  };
  status?: number;
  headers?: Headers;
};
type AccountAction = AccountForm & {
  app: AccountApp;
  context: ActionContext & Omit<AccountApp, "now">;
};

const refuse = (message: string): AccountReply => ({
  values: { message },
  status: getRefusalStatus(message),
});

/** Runs the intent of a form of the account page. */
export async function handleAccountForm(
  app: AccountApp,
  input: AccountForm,
): Promise<AccountReply> {
  const handler = ACCOUNT_FORMS.get(readText(input.form, "intent"));
  if (!handler) return refuse("This form cannot be read. Reload the page and try again.");
  const { staff, httpRequestId } = input;
  const context = { ...app, actor: staff.userId, now: app.now(), httpRequestId };
  return handler({ ...input, app, context });
}

async function handlePassword({
  app,
  context,
  form,
  staff,
  address,
}: AccountAction): Promise<AccountReply> {
  const next = passwordSchema.safeParse(readText(form, "next"));
  if (!next.success) return refuse(next.error.issues[0]?.message ?? "");
  const { sessionId, email } = staff;
  const result = await changePassword(context, {
    sessionId,
    address,
    email,
    current: readText(form, "current"),
    next: next.data,
  });
  if (!result.ok)
    return refuse(result.reason === "choice" ? result.message : ACCOUNT_ERRORS[result.reason]);
  void notifySecurity(app, { userId: staff.userId, event: "password-changed" });
  return { values: { done: "Your password is changed. Your other sessions have ended." } };
}

async function handleFactorSetup(step: AccountAction): Promise<AccountReply> {
  const { context, form, staff, request, address } = step;
  const { sessionId, passwordAt } = staff;
  const reply = await handleFactorForm(context, { form, sessionId, passwordAt, request, address });
  if ("message" in reply) return refuse(reply.message);
  return "setup" in reply
    ? { values: { setup: reply.setup } }
    : { values: { done: "Two-factor sign-in is on." }, headers: reply.headers };
}

async function handleFactorRemoval(step: AccountAction): Promise<AccountReply> {
  const { app, context, form, staff, request, address } = step;
  const password = readText(form, "password");
  const code = readText(form, "code");
  const result = await removeFactor(context, { request, address, password, code });
  if (!result.ok) return refuse(ACCOUNT_ERRORS[result.reason]);
  void notifySecurity(app, { userId: staff.userId, event: "factor-removed" });
  return { values: { done: "Two-factor sign-in is off." }, headers: result.headers };
}

async function handleEndSession({
  context,
  form,
  staff,
  address,
}: AccountAction): Promise<AccountReply> {
  const { sessionId, passwordAt } = staff;
  const password = readText(form, "password");
  const checked = await confirmPassword(context, { sessionId, address, passwordAt, password });
  if (checked !== "ok")
    return {
      values: requestPassword(form, checked),
      status: getRefusalStatus(ACCOUNT_ERRORS[checked]),
    };
  await endSessions(context, { sessionId, target: readText(form, "session") });
  return { values: { done: "The session has ended." } };
}

/** Handlers of the account page's forms, by intent. */
const ACCOUNT_FORMS = new Map<string, (step: AccountAction) => Promise<AccountReply>>([
  ["password", handlePassword],
  ["factor-start", handleFactorSetup],
  ["factor-confirm", handleFactorSetup],
  ["factor-remove", handleFactorRemoval],
  ["end-session", handleEndSession],
  [
    "dismiss-reminder",
    async ({ context }) => {
      await dismissFactorReminder(context);
      return { values: {} };
    },
  ],
  [
    "forget-device",
    async ({ context, form }) => {
      await forgetDevice(context, { device: readText(form, "device") });
      return { values: { done: "The browser is forgotten." } };
    },
  ],
]);
