import { data, redirect } from "react-router";
import { actionContext, appContext, requestInfoContext, staffContext } from "#app/app-context.ts";
import type { RouteHandle } from "#app/document.ts";
import { formSession } from "#app/features/auth/session.server.ts";
import { MyRequestPage } from "#app/features/my-request/components/my-request-page.tsx";
import { handleMyRequestForm } from "#app/features/my-request/handle-form.server.ts";
import { loadMyRequest } from "#app/features/my-request/load-page.server.ts";
import { describeDone } from "#app/features/my-request/notices.ts";
import { allowPrivateImages } from "#app/features/private-files/file-response.server.ts";
import { WrongLink } from "#app/features/requests/customer/components/wrong-link.tsx";
import { LOST_LINK_PATH, VIEWS_PER_MINUTE } from "#app/features/requests/customer/constants.ts";
import { getRequestPath, openRequestKey } from "#app/features/requests/customer/keys.server.ts";
import { createLocalRateLimit } from "#app/lib/local-rate-limit.server.ts";
import { readForm } from "#app/lib/read-body.server.ts";
import type { Route } from "./+types/page";

/** The script of the photos inserts their section from the page of a response. */
export const handle: RouteHandle = { sheet: "whole" };

/** A consent that is given in a browser of staff would not be the customer's. */
export const middleware: Route.MiddlewareFunction[] = [formSession];

const allowsView = createLocalRateLimit({ perMinute: VIEWS_PER_MINUTE, now: Date.now });

/** Shows the request and changes nothing about it: mail scanners open links too. */
export async function loader({ context, params, request }: Route.LoaderArgs) {
  const app = context.get(appContext);
  const { phone } = await app.settings.get();
  const notFound = { phone, sendsMail: app.env.SMTP_URL !== undefined };
  if (!allowsView(context.get(requestInfoContext).caller.address))
    return data({ state: "too-many" as const, ...notFound }, { status: 429 });
  allowPrivateImages(context.get(requestInfoContext), app);
  const opened = await openRequestKey(app, { key: params.key, now: app.now() });
  const page = opened && (await loadMyRequest(app, opened.requestId));
  if (!page) return data({ state: "unknown" as const, ...notFound }, { status: 404 });
  const done = describeDone(new URL(request.url).searchParams.get("done"), { phone });
  return data({ state: "known" as const, phone, page, done, path: getRequestPath(params.key) });
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const app = context.get(appContext);
  const { caller } = context.get(requestInfoContext);
  const opened = await openRequestKey(app, { key: params.key, now: app.now() });
  // The loader then shows that the link does not work.
  if (!opened) return data({ problem: null, refused: {} }, { status: 404 });
  const result = await handleMyRequestForm(
    { ...actionContext(context, "customer"), caller },
    { form: await readForm(request), isStaff: context.get(staffContext) !== null, ...opened },
  );
  if (result.ok) {
    const path = result.isGone ? LOST_LINK_PATH : getRequestPath(params.key);
    throw redirect(`${path}?done=${result.done}#notice`, 303);
  }
  const { message, field, refused = {}, status } = result;
  // A refused review or message shows its sentence beside its field.
  const problem = refused.review || refused.message ? null : { message, field };
  return data({ problem, refused }, { status });
}

export const meta: Route.MetaFunction = () => [
  { title: "My request" },
  { name: "robots", content: "noindex" },
];

export default function MyRequest({ loaderData, actionData }: Route.ComponentProps) {
  if (loaderData.state !== "known") return <WrongLink {...loaderData} />;
  const { page, done, path } = loaderData;
  return (
    <MyRequestPage
      page={page}
      path={path}
      done={actionData ? null : done}
      problem={actionData?.problem ?? null}
      refused={actionData?.refused ?? {}}
    />
  );
}
