import { data, redirect } from "react-router";
import { actionContext, appContext, requestInfoContext } from "#app/app-context.ts";
import type { RouteHandle } from "#app/document.ts";
import { handlePhotoForm } from "#app/features/photos/actions.server.ts";
import { PhotosSection } from "#app/features/photos/components/photos-section.tsx";
import { loadPhotosSection } from "#app/features/photos/loaders.server.ts";
import { allowPrivateImages } from "#app/features/private-files/file-response.server.ts";
import { WrongLink } from "#app/features/requests/customer/components/wrong-link.tsx";
import { CUSTOMER_ACTOR } from "#app/features/requests/customer/constants.ts";
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
  allowPrivateImages(context.get(requestInfoContext), app);
  const { phone } = await app.settings.get();
  const sendsMail = app.env.SMTP_URL !== undefined;
  if (!opened) return data({ section: null, phone, sendsMail }, { status: 404 });
  const section = { ...(await loadPhotosSection(app, opened)), path: getRequestPath(params.key) };
  return data({ section, phone, sendsMail });
}

/** POST multipart photos (files), or remove (the id of a photo): back to the page of the request. */
export async function action({ context, params, request }: Route.ActionArgs) {
  const app = actionContext(context, CUSTOMER_ACTOR);
  const opened = await openRequestKey(app, { key: params.key, now: app.now });
  if (!opened) return data({ problem: undefined }, { status: 404 });
  const { requestId } = opened;
  const { address } = context.get(requestInfoContext).caller;
  const problem = await handlePhotoForm(app, { request, requestId, address });
  if (!problem || problem.added > 0) app.requestFeed.publishChange(requestId);
  if (!problem) throw redirect(`${getRequestPath(params.key)}#photos`, 303);
  return data({ problem }, { status: problem.status });
}

export default function Photos({ loaderData, actionData }: Route.ComponentProps) {
  const { section, ...contact } = loaderData;
  if (!section) return <WrongLink state="unknown" {...contact} />;
  return (
    <main id="main" className="wrap section max-w-2xl">
      <h1 className="h2">My request</h1>
      <PhotosSection {...section} problem={actionData?.problem} />
      <p className="mt-6">
        <a href={section.path} className="link inline-block py-1">
          Back to my request
        </a>
      </p>
    </main>
  );
}
