import { data, redirect } from "react-router";
import { appContext, requestInfoContext, staffContext } from "#app/app-context.ts";
import { authHeaders } from "#app/features/auth/auth.server.ts";
import {
  FormMessage,
  PasswordField,
  SignInCard,
} from "#app/features/auth/components/sign-in-page.tsx";
import {
  ACCESS_DENIED,
  CODE_FAILED,
  CODE_LENGTH,
  getRefusalStatus,
  LOGIN_FAILED,
} from "#app/features/auth/constants.ts";
import { staffSession } from "#app/features/auth/session.server.ts";
import { type SignInResult, signIn, verifyCode } from "#app/features/auth/sign-in.server.ts";
import { endChallenge, signOut } from "#app/features/auth/sign-out.server.ts";
import { MANIFEST_LINK } from "#app/features/push/build-manifest.ts";
import { MINUTE_MS } from "#app/lib/durations.ts";
import { readForm } from "#app/lib/read-body.server.ts";
import type { Route } from "./+types/sign-in";

export const middleware: Route.MiddlewareFunction[] = [staffSession];
export const meta: Route.MetaFunction = () => [
  { title: "Admin login" },
  { name: "robots", content: "noindex" },
  MANIFEST_LINK,
];

export async function loader({ request, context }: Route.LoaderArgs) {
  const app = context.get(appContext);
  const { caller, viaLoginPath } = context.get(requestInfoContext);
  const staff = context.get(staffContext);
  // With a custom login path, this path shows nothing.
  if (!viaLoginPath && !staff) throw data("Not Found", { status: 404, statusText: "Not Found" });
  if (staff?.role) throw redirect("/backyard/dashboard");
  if (staff)
    return data(
      { step: "password" as const, message: ACCESS_DENIED },
      { status: 403, headers: await signOut(app, { request, caller }) },
    );
  const { userId } = await app.auth.api.readChallenge({
    headers: authHeaders(request, caller.address),
  });
  const message = new URL(request.url).searchParams.has("joined")
    ? "Your account is ready. Please sign in."
    : undefined;
  return data({ step: userId ? ("code" as const) : ("password" as const), notice: message });
}

export async function action({ request, context }: Route.ActionArgs) {
  const app = context.get(appContext);
  const { caller, viaLoginPath } = context.get(requestInfoContext);
  if (!viaLoginPath) throw data("Not Found", { status: 404, statusText: "Not Found" });
  const form = await readForm(request);
  const text = (name: string) => String(form.get(name) ?? "");
  const login = app.env.ADMIN_LOGIN_PATH;
  const call = { request, caller };
  if (form.get("intent") === "back")
    return redirect(login, { headers: await endChallenge(app, call) });
  const result: SignInResult =
    form.get("intent") === "code"
      ? await verifyCode(app, {
          ...call,
          code: text("code").trim(),
          recovery: form.get("kind") === "recovery",
        })
      : await signIn(app, { ...call, email: text("email"), password: text("password") });
  if (result.ok)
    return redirect(result.step === "code" ? login : "/backyard/dashboard", {
      headers: result.headers,
    });
  const minutes = result.retryAt
    ? Math.max(1, Math.ceil((result.retryAt.getTime() - app.now().getTime()) / MINUTE_MS))
    : null;
  return data(
    { message: result.message, minutes, email: text("email") },
    { status: getRefusalStatus(result.message), headers: result.headers },
  );
}

export default function SignIn({ loaderData, actionData }: Route.ComponentProps) {
  const wait = actionData?.minutes
    ? ` Too many tries: wait ${actionData.minutes} ${actionData.minutes === 1 ? "minute" : "minutes"}, then try again.`
    : "";
  const message = actionData
    ? `${actionData.message}${wait ? `.${wait}` : ""}`
    : "message" in loaderData
      ? loaderData.message
      : undefined;
  if (loaderData.step === "code") return <CodeStep message={message} />;
  return (
    <SignInCard title="Admin login">
      {"notice" in loaderData && loaderData.notice ? (
        <p role="status" className="mt-4 font-semibold text-ok">
          {loaderData.notice}
        </p>
      ) : null}
      <FormMessage message={message} />
      <form method="post" data-failed={LOGIN_FAILED} className="mt-5 grid gap-4">
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
        <PasswordField label="Password" autoComplete="current-password" />
        <button type="submit" className="btn btn-action">
          Sign in
        </button>
      </form>
    </SignInCard>
  );
}

function CodeStep({ message }: { message?: string }) {
  return (
    <SignInCard title="Two-factor code">
      <p className="mt-2">Enter the {CODE_LENGTH} digits that your authenticator app shows.</p>
      <FormMessage message={message} />
      <form method="post" data-code-form data-failed={CODE_FAILED} className="mt-5 grid gap-4">
        <input type="hidden" name="intent" value="code" />
        <div>
          <label htmlFor="code" className="font-semibold">
            Code
          </label>
          <input
            id="code"
            name="code"
            required
            inputMode="numeric"
            autoComplete="one-time-code"
            pattern={`[0-9]{${CODE_LENGTH}}`}
            maxLength={CODE_LENGTH}
            title={`${CODE_LENGTH} digits`}
            className="input mt-1"
          />
        </div>
        <button type="submit" className="btn btn-action">
          Verify
        </button>
      </form>
      <details className="mt-5">
        <summary className="link inline-block py-1">Use a recovery code</summary>
        <form method="post" data-failed={CODE_FAILED} className="mt-3 grid gap-3">
          <input type="hidden" name="intent" value="code" />
          <input type="hidden" name="kind" value="recovery" />
          <label htmlFor="recovery" className="font-semibold">
            Recovery code
          </label>
          <input id="recovery" name="code" required autoComplete="off" className="input" />
          <button type="submit" className="btn btn-line">
            Verify recovery code
          </button>
        </form>
      </details>
      <form method="post" data-failed={CODE_FAILED} className="mt-5">
        <button type="submit" name="intent" value="back" className="link py-1">
          Back to login
        </button>
      </form>
    </SignInCard>
  );
}
