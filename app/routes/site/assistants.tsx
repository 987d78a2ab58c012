import { appContext } from "#app/app-context.ts";
import { AssistantsPage } from "#app/features/assistants/components/assistants-page.tsx";
import { ASSISTANTS_PAGE, MCP_PATH } from "#app/features/assistants/constants.ts";
import { buildPageMeta } from "#app/lib/seo.ts";
import type { Route } from "./+types/assistants";

export async function loader({ context, request }: Route.LoaderArgs) {
  const { origin } = new URL(request.url);
  const { brand } = await context.get(appContext).settings.get();
  return { brand, origin, address: origin + MCP_PATH };
}

/** For the few who want to add it, not for visitors who search for help. */
export const meta: Route.MetaFunction = ({ loaderData }) =>
  loaderData
    ? buildPageMeta({
        title: `Ask Through Your Assistant | ${loaderData.brand}`,
        description:
          "How to let an assistant find a service, usual prices and the likely cause of a problem here.",
        path: ASSISTANTS_PAGE,
        origin: loaderData.origin,
        noindex: true,
      })
    : [];

export default function Assistants({ loaderData }: Route.ComponentProps) {
  return <AssistantsPage brand={loaderData.brand} address={loaderData.address} />;
}
