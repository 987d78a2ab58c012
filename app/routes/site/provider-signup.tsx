import { appContext } from "#app/app-context.ts";
import { buildBreadcrumbData, jsonLd } from "#app/components/ui/structured-data.ts";
import { getProviderPage } from "#app/features/catalog/info-pages.server.ts";
import {
  PROVIDER_CRUMBS,
  ProviderLanding,
} from "#app/features/providers/signup/components/provider-landing.tsx";
import { buildPageMeta } from "#app/lib/seo.ts";
import type { Route } from "./+types/provider-signup";

export async function loader({ context, request }: Route.LoaderArgs) {
  const site = await context.get(appContext).settings.get();
  return { page: getProviderPage(site), origin: new URL(request.url).origin };
}

export const meta: Route.MetaFunction = ({ loaderData }) =>
  loaderData
    ? [
        ...buildPageMeta({
          ...loaderData.page,
          path: "/provider-signup",
          origin: loaderData.origin,
        }),
        jsonLd(buildBreadcrumbData(loaderData.origin, PROVIDER_CRUMBS)),
      ]
    : [];

export default function ProviderSignup({ loaderData: { page } }: Route.ComponentProps) {
  return <ProviderLanding page={page} />;
}
