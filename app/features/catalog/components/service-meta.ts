import { breadcrumbData, faqData, jsonLd } from "#app/components/ui/structured-data.ts";
import { pageMeta } from "#app/lib/seo.ts";
import type { ServicePage } from "../queries.server.ts";
import { serviceCrumbs } from "./service-page/service-hero.tsx";

/** Meta and structured data of a service page. */
export function serviceMeta(page: ServicePage, options: { origin: string; brand: string }) {
  const { origin, brand } = options;
  return [
    ...pageMeta({ title: page.title, description: page.description, path: page.path, origin }),
    jsonLd({
      "@type": "Service",
      name: page.name,
      serviceType: page.name,
      description: page.description,
      url: origin + page.path,
      provider: { "@type": "Organization", name: brand, url: `${origin}/` },
    }),
    jsonLd(breadcrumbData(origin, serviceCrumbs(page))),
    ...(page.faq ? [jsonLd(faqData(page.faq))] : []),
  ];
}
