import { appContext } from "#app/app-context.ts";
import { buildBreadcrumbData, jsonLd } from "#app/components/ui/structured-data.ts";
import { HUB_CRUMBS, ResourcesHub } from "#app/features/resources/components/resources-hub.tsx";
import {
  getResourcesHub,
  listFeaturedResources,
  listResourceCategories,
} from "#app/features/resources/queries.server.ts";
import { buildPageMeta } from "#app/lib/seo.ts";
import type { Route } from "./+types/hub";

export async function loader({ context, request }: Route.LoaderArgs) {
  const site = await context.get(appContext).settings.get();
  return {
    page: getResourcesHub(site),
    categories: listResourceCategories(site),
    popular: listFeaturedResources(site),
    origin: new URL(request.url).origin,
  };
}

export const meta: Route.MetaFunction = ({ loaderData }) =>
  loaderData
    ? [
        ...buildPageMeta({ ...loaderData.page, path: "/resources", origin: loaderData.origin }),
        jsonLd(buildBreadcrumbData(loaderData.origin, HUB_CRUMBS)),
      ]
    : [];

export default function Resources({
  loaderData: { page, categories, popular },
}: Route.ComponentProps) {
  return <ResourcesHub page={page} categories={categories} popular={popular} />;
}
