import { data, redirect } from "react-router";
import { appContext, requestInfoContext } from "#app/app-context.ts";
import {
  FormMessage,
  PasswordField,
  SignInCard,
} from "#app/features/auth/components/sign-in-page.tsx";
import { getRefusalStatus, PASSWORD_MIN, SIGN_IN_BUSY } from "#app/features/auth/constants.ts";
import { findLink, redeemLink } from "#app/features/auth/links.server.ts";
import { notifySecurity } from "#app/features/auth/notify-security.server.ts";
import { joinSchema } from "#app/features/auth/schema.ts";
import { readForm } from "#app/lib/read-body.server.ts";
import type { Route } from "./+types/join";

const TITLES = {
  first: "Create the first superadmin",
  invite: "Join the team",
  reset: "Choose a new password",
} as const;

export const meta: Route.MetaFunction = () => [
  { title: "Staff account" },
  { name: "robots", content: "noindex" },
];

export async function loader({ context, params }: Route.LoaderArgs) {
  const { db, now } = context.get(appContext);
  const link = await findLink(db, { token: params.token, now: now() });
  return data({ link }, { status: link ? 200 : 404 });
}

export async function action({ context, request, params }: Route.ActionArgs) {
  const app = context.get(appContext);
  const { db, env, now, settings } = app;
  const link = await findLink(db, { token: params.token, now: now() });
  if (!link) return data({ message: undefined, email: "", name: "" }, { status: 404 });
  const form = await readForm(request);
  const typed = {
    email: link.email ?? String(form.get("email") ?? ""),
    name: link.purpose === "reset" ? "-" : String(form.get("name") ?? ""),
    password: String(form.get("password") ?? ""),
  };
  const values = joinSchema.safeParse(typed);
  const refuse = (message: string | undefined) =>
    data({ message, email: typed.email, name: typed.name }, { status: getRefusalStatus(message) });
  if (!values.success) return refuse(values.error.issues[0]?.message);
  const { brand } = await settings.get();
  const { httpRequestId } = context.get(requestInfoContext);
  const result = await redeemLink(
    { db, now: now(), httpRequestId },
    { token: params.token, ...values.data, brand },
  );
  if (result.ok && result.reset)
    void notifySecurity(app, { userId: result.reset, event: "password-changed" });
  if (result.ok) throw redirect(`${env.ADMIN_LOGIN_PATH}?joined`, 303);
  if (result.reason === "password") return refuse(result.message);
  if (result.reason === "busy") return refuse(SIGN_IN_BUSY);
  return refuse(
    result.reason === "email-taken"
      ? "Somebody with this email address has an account. Use another address, or ask for a link to choose a new password."
      : undefined,
  );
}

export default function Join({ loaderData: { link }, actionData }: Route.ComponentProps) {
  if (!link) {
    return (
      <SignInCard title="This link does not work">
        <p className="mt-2">
          It has been used, or it is older than an hour. Ask a superadmin for a new one.
        </p>
      </SignInCard>
    );
  }
  return (
    <SignInCard title={TITLES[link.purpose]}>
      <FormMessage message={actionData?.message} />
      <form method="post" className="mt-5 grid gap-4">
        {link.email ? (
          <p>
            For <strong>{link.email}</strong>
            <input type="hidden" name="username" autoComplete="username" value={link.email} />
          </p>
        ) : (
          <div>
            <label htmlFor="email" className="font-semibold">
              Email
            </label>
            <input
              id="email"
              name="email"
              type="email"
              required
              autoComplete="username"
              defaultValue={actionData?.email}
              className="input mt-1"
            />
          </div>
        )}
        {link.purpose === "reset" ? null : (
          <div>
            <label htmlFor="name" className="font-semibold">
              Your name
            </label>
            <input
              id="name"
              name="name"
              required
              maxLength={80}
              autoComplete="name"
              defaultValue={actionData?.name}
              className="input mt-1"
            />
          </div>
        )}
        <PasswordField
          label="Password"
          autoComplete="new-password"
          hint={`At least ${PASSWORD_MIN} characters. A few words in a row work well.`}
        />
        <button type="submit" className="btn btn-action">
          {link.purpose === "reset" ? "Save the password" : "Create account"}
        </button>
      </form>
    </SignInCard>
  );
}
