import { appContext } from "#app/app-context.ts";
import { getQuoteFormConfig } from "#app/features/requests/quote/quote-form.server.ts";
import { getPageSettings } from "#app/features/settings/page-settings.ts";
import type { Route } from "./+types/quote-form";

/**
 * GET → the wizard's configuration: phone, consent text. Fetched at the first sign of intent.
 * `?page=/home-services/plumbing` is the page that opens it, whose phone number it shows.
 */
export async function loader({ context, request }: Route.LoaderArgs) {
  const { settings, consentTexts, env } = context.get(appContext);
  const page = new URL(request.url).searchParams.get("page") ?? "";
  const config = await getQuoteFormConfig({
    site: getPageSettings(await settings.get(), page),
    texts: consentTexts,
    publicKey: env.PUBLIC_API_KEY,
    sendsMail: env.SMTP_URL !== undefined,
  });
  return Response.json(config, { headers: { "Cache-Control": "no-cache" } });
}
