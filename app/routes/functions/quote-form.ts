import { appContext } from "#app/app-context.ts";
import { getQuoteFormConfig } from "#app/features/requests/quote/quote-form.server.ts";
import type { Route } from "./+types/quote-form";

/** GET → the wizard's configuration: phone, consent text. Fetched at the first sign of intent. */
export async function loader({ context }: Route.LoaderArgs) {
  const { settings, consentTexts, env } = context.get(appContext);
  const config = await getQuoteFormConfig({
    site: await settings.get(),
    texts: consentTexts,
    publicKey: env.PUBLIC_API_KEY,
    sendsMail: env.SMTP_URL !== undefined,
  });
  return Response.json(config, { headers: { "Cache-Control": "no-cache" } });
}
