import { buildBreadcrumbData, jsonLd } from "#app/components/ui/structured-data.ts";
import { buildPageMeta } from "#app/lib/seo.ts";
import type { ResourcePage } from "../queries.server.ts";

export const buildResourceCrumbs = (page: ResourcePage) => [
  { name: "Home", path: "/" },
  { name: "Resources", path: "/resources" },
  page.category,
  { name: page.name, path: page.path },
];

type ResourceMetaOptions = {
  page: ResourcePage;
  origin: string;
  brand: string;
  /** Date of the last change; with it search engines see the page as an Article. */
  updated?: string;
};

/** Meta and structured data of a resource's page. */
export function buildResourceMeta({ page, origin, brand, updated }: ResourceMetaOptions) {
  const publisher = { "@type": "Organization", name: brand, url: `${origin}/` };
  return [
    ...buildPageMeta({ title: page.title, description: page.description, path: page.path, origin }),
    jsonLd(buildBreadcrumbData(origin, buildResourceCrumbs(page))),
    ...(updated
      ? [
          jsonLd({
            "@type": "Article",
            headline: page.title,
            description: page.description,
            dateModified: updated,
            mainEntityOfPage: origin + page.path,
            author: publisher,
            publisher,
          }),
        ]
      : []),
  ];
}
