import { siteContent } from "#app/features/settings/site-content.server.ts";
import { perProcess, readMarkdownFolder, readYaml } from "#app/lib/content.server.ts";
import {
  categoryFrontMatterSchema,
  homePageSchema,
  listingPageSchema,
  sharedPageSchema,
} from "./page-schemas.ts";
import { catalogStructureSchema, serviceFrontMatterSchema } from "./schema.ts";

function readCatalog() {
  return {
    structure: readYaml("catalog.yaml", catalogStructureSchema),
    services: new Map(
      readMarkdownFolder("services", serviceFrontMatterSchema).map((file) => [file.slug, file]),
    ),
    categories: new Map(
      readMarkdownFolder("categories", categoryFrontMatterSchema).map((file) => [file.slug, file]),
    ),
    home: readYaml("pages/home.yaml", homePageSchema),
    homeServices: readYaml("pages/home-services.yaml", listingPageSchema),
    auto: readYaml("pages/auto.yaml", listingPageSchema),
    shared: readYaml("pages/shared.yaml", sharedPageSchema),
  };
}

/**
 * As in the files, with unreplaced tokens: for names, slugs and structure. Texts for readers come
 * from `siteCatalog`.
 */
export const catalog = perProcess(readCatalog);
export const siteCatalog = siteContent(catalog);
type Catalog = ReturnType<typeof catalog>;

export function requireService({ services }: Catalog, slug: string) {
  const service = services.get(slug);
  if (!service) throw new Error(`content/services/${slug}.md is missing`);
  return service;
}

export const formatServicePath = (area: "home" | "auto", slug: string) =>
  `/${area === "auto" ? "auto" : "home-services"}/${slug}`;
