import { appContext } from "#app/app-context.ts";
import { buildBreadcrumbData, jsonLd } from "#app/components/ui/structured-data.ts";
import { ServiceListing } from "#app/features/catalog/components/service-listing.tsx";
import { getListingPage, listAutoGroups } from "#app/features/catalog/queries.server.ts";
import { buildPageMeta } from "#app/lib/seo.ts";
import type { Route } from "./+types/auto";

const PATH = "/auto";

export async function loader({ context, request }: Route.LoaderArgs) {
  const site = await context.get(appContext).settings.get();
  return {
    page: getListingPage(site, "auto"),
    groups: listAutoGroups(site),
    origin: new URL(request.url).origin,
  };
}

export const meta: Route.MetaFunction = ({ loaderData }) =>
  loaderData
    ? [
        ...buildPageMeta({ ...loaderData.page, path: PATH, origin: loaderData.origin }),
        jsonLd(
          buildBreadcrumbData(loaderData.origin, [
            { name: "Home", path: "/" },
            { name: "Auto Services", path: PATH },
          ]),
        ),
      ]
    : [];

export default function Auto({ loaderData: { page, groups } }: Route.ComponentProps) {
  return (
    <ServiceListing
      name="Auto Services"
      path={PATH}
      heroTitle={page.heroTitle}
      heroText={page.heroText}
      image="auto"
      groups={groups}
      other={{ text: "Is it the house?", path: "/home-services", label: "See home services" }}
    />
  );
}
