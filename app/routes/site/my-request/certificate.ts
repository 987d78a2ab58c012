import { appContext } from "#app/app-context.ts";
import { renderCertificate } from "#app/features/privacy/certificate.server.ts";
import { openRequestKey } from "#app/features/requests/customer/keys.server.ts";
import { createNotFoundResponse } from "#app/lib/not-found-response.ts";
import type { Route } from "./+types/certificate";

/** What a customer agreed to, and when, as a page to print. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const { db, contactKeys, settings, now } = context.get(appContext);
  const opened = await openRequestKey({ db, contactKeys }, { key: params.key, now: now() });
  const certificate =
    opened &&
    (await renderCertificate(db, {
      requestId: opened.requestId,
      site: await settings.get(),
      now: now(),
    }));
  return certificate ?? createNotFoundResponse();
}
