import { catalog, formatServicePath, requireService } from "./read-catalog.server.ts";
import type { ServiceFrontMatter } from "./schema.ts";

/** Name and category of a service by its slug, for forms and look-ups. */
export function findService(slug: string): {
  name: string;
  trade: string;
  path: string;
  categoryName: string;
  categorySlug: string;
} | null {
  const file = catalog().services.get(slug);
  if (!file) return null;
  const { structure } = catalog();
  const group = [...structure.categories, ...structure.autoGroups].find((entry) =>
    entry.services.includes(slug),
  );
  const { name, trade, area } = file.frontMatter;
  return {
    name,
    trade,
    path: formatServicePath(area, slug),
    categoryName: group?.name ?? "",
    categorySlug: group?.slug ?? "",
  };
}

/** Trades of quizzes that are several services of the catalog. */
const TRADE_SERVICES: ReadonlyMap<string, readonly string[]> = new Map([
  ["hvac", ["air-conditioning", "heating"]],
]);

/**
 * The service or category of a request, with every name and slug that a provider may list for it.
 * An unknown name is returned unchanged.
 */
export function findServiceByName(name: string): { slug: string | null; names: string[] } {
  const wanted = name.trim().toLowerCase();
  const { structure, services } = catalog();
  const otherNames = new Map(
    [...structure.footer, ...structure.popular].flatMap((entry) =>
      entry.name ? [[entry.name.toLowerCase(), entry.service] as const] : [],
    ),
  );
  const slug =
    [...services].find(
      ([key, file]) => key === wanted || file.frontMatter.name.toLowerCase() === wanted,
    )?.[0] ?? otherNames.get(wanted);
  const service = slug ? findService(slug) : null;
  if (slug && service)
    return {
      slug,
      names: [name, slug, service.name, service.categoryName, service.categorySlug].filter(Boolean),
    };
  const trade = TRADE_SERVICES.get(wanted);
  if (trade)
    return {
      slug: null,
      names: [
        name,
        ...trade.flatMap((key) => [key, requireService(catalog(), key).frontMatter.name]),
      ],
    };
  const group = [...structure.categories, ...structure.autoGroups].find(
    (entry) => entry.slug === wanted || entry.name.toLowerCase() === wanted,
  );
  if (!group) return { slug: null, names: [name] };
  return {
    slug: null,
    names: [
      name,
      group.slug,
      group.name,
      ...group.services.flatMap((key) => [key, requireService(catalog(), key).frontMatter.name]),
    ],
  };
}

/** A service as in its file, with unreplaced tokens, and the other names that people use for it. */
export type ServiceFacts = Pick<
  ServiceFrontMatter,
  "name" | "area" | "keywords" | "offered" | "costs" | "signs" | "questions" | "untilArrival"
> & {
  slug: string;
  group: string;
  otherNames: string[];
};

/** The facts of every service, for generated texts. */
export function listServiceFacts(): ServiceFacts[] {
  const { structure } = catalog();
  const names = [...structure.footer, ...structure.popular];
  return [...structure.categories, ...structure.autoGroups].flatMap((group) =>
    group.services.map((slug) => ({
      ...requireService(catalog(), slug).frontMatter,
      slug,
      group: group.slug,
      otherNames: [
        ...new Set(
          names.flatMap((entry) => (entry.service === slug && entry.name ? [entry.name] : [])),
        ),
      ],
    })),
  );
}
