import { createSiteContent } from "#app/features/settings/site-content.server.ts";
import { readMarkdownFolder, readOnce, readYaml } from "#app/lib/content.server.ts";
import {
  autoPageSchema,
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
    auto: readYaml("pages/auto.yaml", autoPageSchema),
    shared: readYaml("pages/shared.yaml", sharedPageSchema),
  };
}

/**
 * The catalog as in its files, with unreplaced tokens: for names, slugs and structure. Texts for
 * visitors come from `getSiteCatalog`.
 */
export const getCatalog = readOnce(readCatalog);
export const getSiteCatalog = createSiteContent(getCatalog);
type Catalog = ReturnType<typeof getCatalog>;

export function requireService({ services }: Catalog, slug: string) {
  const service = services.get(slug);
  if (!service) throw new Error(`content/services/${slug}.md is missing`);
  return service;
}

export const formatServicePath = (area: "home" | "auto", slug: string) =>
  `/${area === "auto" ? "auto" : "home-services"}/${slug}`;

type Structure = Catalog["structure"];

/** The home categories, then the groups of auto services. */
export const listGroups = ({ categories, autoGroups }: Structure) => [...categories, ...autoGroups];
