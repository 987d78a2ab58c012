import { data, redirect } from "react-router";
import { appContext, requestInfoContext } from "#app/app-context.ts";
import { StopForm } from "#app/features/privacy/components/stop-form.tsx";
import { StoppedNotice } from "#app/features/privacy/components/stopped-notice.tsx";
import { parseScope } from "#app/features/privacy/opt-out.server.ts";
import { submitStopForm } from "#app/features/privacy/stop-form.server.ts";
import { readForm } from "#app/lib/read-body.server.ts";
import type { Route } from "./+types/stop-form";

const MAX_TYPED = 254;
const STATUS = { fields: 400, "too-many": 429 } as const;

export async function loader({ context, request }: Route.LoaderArgs) {
  const { company, phone } = await context.get(appContext).settings.get();
  const done = new URL(request.url).searchParams.get("done");
  return { company, phone, done: done === null ? null : parseScope(done) };
}

export async function action({ context, request }: Route.ActionArgs) {
  const form = await readForm(request);
  const read = (name: string) => String(form.get(name) ?? "").slice(0, MAX_TYPED);
  const values = { phone: read("phone"), email: read("email"), scope: parseScope(read("scope")) };
  const { db, contactKeys, log, now } = context.get(appContext);
  const { caller, httpRequestId } = context.get(requestInfoContext);
  const result = await submitStopForm(
    { db, contactKeys, log, now: now(), httpRequestId },
    { ...values, address: caller.address },
  );
  if (result.ok) throw redirect(`/stop?done=${result.scope}`, 303);
  return data(
    {
      values,
      errors: result.reason === "fields" ? result.errors : {},
      tooMany: result.reason === "too-many",
    },
    { status: STATUS[result.reason] },
  );
}

export const meta: Route.MetaFunction = () => [
  { title: "Stop all contact" },
  { name: "robots", content: "noindex" },
];

export default function StopFormPage({ loaderData, actionData }: Route.ComponentProps) {
  const { company, phone, done } = loaderData;
  if (done && !actionData) return <StoppedNotice company={company} scope={done} />;
  return <StopForm company={company} phone={phone} {...actionData} />;
}
