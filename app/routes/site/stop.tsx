import { data } from "react-router";
import { appContext, requestInfoContext } from "#app/app-context.ts";
import { StopPage } from "#app/features/privacy/components/stop-page.tsx";
import { parseScope } from "#app/features/privacy/opt-out.server.ts";
import { optOutByLink, parseStopToken } from "#app/features/privacy/stop-link.server.ts";
import { readLimitedForm } from "#app/lib/read-body.server.ts";
import type { Route } from "./+types/stop";

const MAX_FORM_BYTES = 1_000;
const STATUS = { link: 404, "too-many": 429 } as const;

/** Shows a button and changes nothing. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const { contactKeys, settings } = context.get(appContext);
  const { company, phone } = await settings.get();
  const known = parseStopToken(contactKeys, params.token) !== null;
  return data(
    { state: known ? ("ask" as const) : ("link" as const), company, phone },
    { status: known ? 200 : STATUS.link },
  );
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const { db, contactKeys, now } = context.get(appContext);
  const { httpRequestId } = context.get(requestInfoContext);
  // Mail programs press the button for their reader without a form.
  const form = await readLimitedForm(request, MAX_FORM_BYTES);
  const scope = parseScope(form instanceof FormData ? form.get("scope") : null);
  const result = await optOutByLink(
    { db, contactKeys, now: now(), httpRequestId },
    { token: params.token, scope },
  );
  return result.ok
    ? { state: "done" as const, scope }
    : data({ state: result.reason }, { status: STATUS[result.reason] });
}

export const meta: Route.MetaFunction = () => [
  { title: "Stop all contact" },
  { name: "robots", content: "noindex" },
];

export default function Stop({ loaderData, actionData }: Route.ComponentProps) {
  return <StopPage {...loaderData} {...actionData} />;
}
