import { Outlet, useRouteError, useRouteLoaderData } from "react-router";
import { appContext } from "#app/app-context.ts";
import { UnexpectedError } from "#app/components/layouts/unexpected-error.tsx";
import {
  PopularServices,
  ProblemSearch,
} from "#app/features/catalog/components/problem-search.tsx";
import { SiteFooter } from "#app/features/catalog/components/site-footer.tsx";
import { SiteHeader } from "#app/features/catalog/components/site-header.tsx";
import { listFooterServices, listMenuGroups } from "#app/features/catalog/queries.server.ts";
import { listResourceMenu } from "#app/features/resources/queries.server.ts";
import type { Route } from "./+types/layout";

export async function loader({ context, request }: Route.LoaderArgs) {
  const { settings } = context.get(appContext);
  const current = await settings.get();
  const {
    neutralClaims: _neutral,
    claimsOnlyWithEvidence: _only,
    unprovenClaims: _unproven,
    timeZone: _zone,
    consentTemplate: _template,
    phoneNumbers: _numbers,
    adContactHashesSince: _since,
    ...site
  } = current;
  return {
    site,
    origin: new URL(request.url).origin,
    services: listMenuGroups(current),
    resources: listResourceMenu(current),
    footer: listFooterServices(current),
  };
}

/** Header and footer of a page and of its error screen, from the same loader data. */
function HeaderAndFooter({ children }: { children: React.ReactNode }) {
  const data = useRouteLoaderData<typeof loader>("routes/site/layout");
  if (!data) return children;
  return (
    <>
      <SiteHeader
        brand={data.site.brand}
        phone={data.site.phone}
        services={data.services}
        resources={data.resources}
      />
      {children}
      <SiteFooter {...data.site} services={data.footer} />
    </>
  );
}

export default function SiteLayout() {
  return (
    <HeaderAndFooter>
      <Outlet />
    </HeaderAndFooter>
  );
}

export function ErrorBoundary() {
  const error = useRouteError();
  return (
    <HeaderAndFooter>
      <UnexpectedError error={error} below={<PopularServices />}>
        <ProblemSearch />
      </UnexpectedError>
    </HeaderAndFooter>
  );
}
