import { buildBreadcrumbData, buildFaqData, jsonLd } from "#app/components/ui/structured-data.ts";
import { buildPageMeta } from "#app/lib/seo.ts";
import type { ServicePage } from "../queries.server.ts";
import { buildServiceCrumbs } from "./service-page/service-hero.tsx";

/** Meta and structured data of a service page. */
export function buildServiceMeta(page: ServicePage, options: { origin: string; brand: string }) {
  const { origin, brand } = options;
  return [
    ...buildPageMeta({ title: page.title, description: page.description, path: page.path, origin }),
    jsonLd({
      "@type": "Service",
      name: page.name,
      serviceType: page.name,
      description: page.description,
      url: origin + page.path,
      provider: { "@type": "Organization", name: brand, url: `${origin}/` },
    }),
    jsonLd(buildBreadcrumbData(origin, buildServiceCrumbs(page))),
    ...(page.faq ? [jsonLd(buildFaqData(page.faq))] : []),
  ];
}
