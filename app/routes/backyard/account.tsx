import { data } from "react-router";
import { appContext, requestInfoContext } from "#app/app-context.ts";
import {
  changePassword,
  confirmPassword,
  endSessions,
  forgetDevice,
  getAccount,
  removeFactor,
} from "#app/features/auth/account.server.ts";
import { handleFactorForm } from "#app/features/auth/actions.server.ts";
import { AccountPage } from "#app/features/auth/components/admin/account-page.tsx";
import { accountErrors, refusalStatus } from "#app/features/auth/constants.ts";
import { dismissFactorReminder } from "#app/features/auth/factor-rule.server.ts";
import { requestPassword } from "#app/features/auth/request-password.ts";
import { passwordSchema } from "#app/features/auth/schema.ts";
import { requireStaff } from "#app/features/auth/session.server.ts";
import { readForm } from "#app/lib/read-body.server.ts";
import { UNSENT, withNetworkFallback } from "#app/lib/with-network-fallback.ts";
import type { Route } from "./+types/account";

export const handle = { section: "Your account" };

export async function loader({ context }: Route.LoaderArgs) {
  const { userId, sessionId, email, hasFactor } = requireStaff(context);
  const { db, now, settings } = context.get(appContext);
  const { timeZone } = await settings.get();
  return {
    email,
    hasFactor,
    timeZone,
    ...(await getAccount(db.$client, { userId, sessionId, now: now() })),
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const { userId, sessionId, email, passwordAt } = requireStaff(context);
  const app = context.get(appContext);
  const { httpRequestId, caller } = context.get(requestInfoContext);
  const form = await readForm(request);
  const text = (name: string) => String(form.get(name) ?? "");
  const who = { userId, sessionId, requestId: httpRequestId, address: caller.address };
  const call = { ...who, request };
  const intent = text("intent");
  const refuse = (message: string) => data({ intent, message }, { status: refusalStatus(message) });
  switch (intent) {
    case "password": {
      const next = passwordSchema.safeParse(text("next"));
      if (!next.success) return refuse(next.error.issues[0]?.message ?? "");
      const result = await changePassword(app, {
        ...who,
        email,
        current: text("current"),
        next: next.data,
      });
      if (result.ok)
        return { intent, done: "Your password is changed. Your other sessions have ended." };
      return refuse(result.reason === "choice" ? result.message : accountErrors[result.reason]);
    }
    case "factor-start":
    case "factor-confirm": {
      const reply = await handleFactorForm(app, { ...call, passwordAt, form });
      if ("message" in reply) return refuse(reply.message);
      return "setup" in reply
        ? { intent, setup: reply.setup }
        : data({ intent, done: "Two-factor sign-in is on." }, { headers: reply.headers });
    }
    case "factor-remove": {
      const result = await removeFactor(app, {
        ...call,
        password: text("password"),
        code: text("code"),
      });
      return result.ok
        ? data({ intent, done: "Two-factor sign-in is off." }, { headers: result.headers })
        : refuse(accountErrors[result.reason]);
    }
    case "end-session": {
      const checked = await confirmPassword(app, {
        ...who,
        passwordAt,
        password: text("password"),
      });
      if (checked !== "ok")
        return data(
          { intent, ...requestPassword(form, checked) },
          { status: refusalStatus(accountErrors[checked]) },
        );
      await endSessions(app, { ...who, target: text("session") });
      return { intent, done: "The session has ended." };
    }
    case "dismiss-reminder":
      await dismissFactorReminder(app.db.$client, { userId, now: app.now() });
      return { intent };
    case "forget-device":
      await forgetDevice(app, { ...who, device: text("device") });
      return { intent, done: "The browser is forgotten." };
    default:
      return refuse("This form cannot be read. Reload the page and try again.");
  }
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  withNetworkFallback(serverAction, { intent: "", message: UNSENT });

export default function Account({ loaderData, actionData }: Route.ComponentProps) {
  return <AccountPage {...loaderData} result={actionData} />;
}
