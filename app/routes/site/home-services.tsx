import { appContext } from "#app/app-context.ts";
import { buildBreadcrumbData, jsonLd } from "#app/components/ui/structured-data.ts";
import { ServiceListing } from "#app/features/catalog/components/service-listing.tsx";
import {
  getHomeServicesPage,
  listAutoGroups,
  listCategories,
} from "#app/features/catalog/queries.server.ts";
import { buildPageMeta } from "#app/lib/seo.ts";
import type { Route } from "./+types/home-services";

const PATH = "/home-services";

export async function loader({ context, request }: Route.LoaderArgs) {
  const site = await context.get(appContext).settings.get();
  return {
    page: getHomeServicesPage(site),
    groups: [
      ...listCategories(site).map((category) => ({
        ...category,
        path: `${PATH}/${category.slug}`,
      })),
      // For those who look for the car here.
      {
        slug: "auto",
        name: "Auto Services",
        path: "/auto",
        services: listAutoGroups(site).flatMap(({ services }) => services),
      },
    ],
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
            { name: "Home Services", path: PATH },
          ]),
        ),
      ]
    : [];

export default function HomeServices({ loaderData: { page, groups } }: Route.ComponentProps) {
  return (
    <ServiceListing
      name="Home Services"
      path={PATH}
      page={page}
      image="home-services"
      groups={groups}
    />
  );
}
