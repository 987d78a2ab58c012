import { data, redirect } from "react-router";
import { actionContext, appContext, requestInfoContext } from "#app/app-context.ts";
import type { RouteHandle } from "#app/document.ts";
import { handlePhotoForm } from "#app/features/photos/actions.server.ts";
import { PhotosSection } from "#app/features/photos/components/photos-section.tsx";
import { CUSTOMER_ACTOR } from "#app/features/photos/constants.ts";
import { loadPhotosSection } from "#app/features/photos/loaders.server.ts";
import { getRequestPath, openRequestKey } from "#app/features/requests/customer/keys.server.ts";
import type { Route } from "./+types/photos";

/** The script replaces the section with that of the response. */
export const handle: RouteHandle = { sheet: "whole" };
export const meta: Route.MetaFunction = () => [
  { title: "My request: photos" },
  { name: "robots", content: "noindex" },
];

/** The photos alone: what is shown after a form that was refused. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const app = context.get(appContext);
  const opened = await openRequestKey(app, { key: params.key, now: app.now() });
  if (!opened) throw data(null, { status: 404, statusText: "Not Found" });
  return { ...(await loadPhotosSection(app, opened)), path: getRequestPath(params.key) };
}

/** POST multipart photos (files), or remove (the id of a photo): back to the page of the request. */
export async function action({ context, params, request }: Route.ActionArgs) {
  const app = actionContext(context, CUSTOMER_ACTOR);
  const opened = await openRequestKey(app, { key: params.key, now: app.now });
  if (!opened) throw data(null, { status: 404, statusText: "Not Found" });
  const { address } = context.get(requestInfoContext).caller;
  const { requestId } = opened;
  const problem = await handlePhotoForm(app, { request, requestId, address });
  if (!problem) throw redirect(`${getRequestPath(params.key)}#photos`, 303);
  return data({ problem }, { status: problem.status });
}

export default function Photos({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <main id="main" className="wrap section max-w-2xl">
      <h1 className="h2">My request</h1>
      <PhotosSection {...loaderData} problem={actionData?.problem} />
      <p className="mt-6">
        <a href={loaderData.path} className="link inline-block py-1">
          Back to my request
        </a>
      </p>
    </main>
  );
}
