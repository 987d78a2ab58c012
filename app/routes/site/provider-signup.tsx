import { appContext } from "#app/app-context.ts";
import { buildBreadcrumbData, jsonLd } from "#app/components/ui/structured-data.ts";
import { getProviderPage } from "#app/features/catalog/info-pages.server.ts";
import { ExampleOffer, LeadPrice } from "#app/features/offers/components/example-offer.tsx";
import { getExampleJob, loadLeadTerms } from "#app/features/offers/load-lead-terms.server.ts";
import { LeadCost } from "#app/features/offers/rules/components/lead-cost.tsx";
import {
  PROVIDER_CRUMBS,
  ProviderLanding,
} from "#app/features/providers/signup/components/provider-landing.tsx";
import { buildPageMeta } from "#app/lib/seo.ts";
import type { Route } from "./+types/provider-signup";

export async function loader({ context, request }: Route.LoaderArgs) {
  const app = context.get(appContext);
  return {
    page: getProviderPage(await app.settings.get()),
    job: getExampleJob(),
    terms: await loadLeadTerms(app),
    origin: new URL(request.url).origin,
  };
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

export default function ProviderSignup({ loaderData: { page, job, terms } }: Route.ComponentProps) {
  return (
    <ProviderLanding
      page={page}
      example={<ExampleOffer job={job} terms={terms} />}
      price={<LeadPrice terms={terms} />}
      cost={<LeadCost terms={terms} />}
    />
  );
}
