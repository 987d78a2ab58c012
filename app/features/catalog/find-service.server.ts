import { type Chapter, listChapters } from "./list-chapters.ts";
import {
  formatServicePath,
  getCatalog,
  listGroups,
  requireService,
} from "./read-catalog.server.ts";
import type { ServiceFrontMatter } from "./schema.ts";

/** Name, trade, path and category of a service by its slug; null for an unknown slug. */
export function findService(slug: string): {
  name: string;
  trade: string;
  path: string;
  categoryName: string;
  categorySlug: string;
  /** The page that lists the services of its category; one page lists all auto services. */
  categoryPath: string;
} | null {
  const { structure, services } = getCatalog();
  const file = services.get(slug);
  if (!file) return null;
  const group = listGroups(structure).find((entry) => entry.services.includes(slug));
  const { name, trade, area } = file.frontMatter;
  return {
    name,
    trade,
    path: formatServicePath(area, slug),
    categoryName: group?.name ?? "",
    categorySlug: group?.slug ?? "",
    categoryPath: area === "auto" ? "/auto" : `/home-services/${group?.slug}`,
  };
}

/** The sign of a service with this number, counted from 1; null where there is none. */
export const findServiceSign = (slug: string, sign: number): string | null =>
  getCatalog().services.get(slug)?.frontMatter.signs?.[sign - 1] ?? null;

/** A price line of a service page; null when the service or the line no longer exists. */
export function findServicePrice({
  service: slug,
  label,
}: {
  service: string;
  label: string;
}): { serviceName: string; label: string; range: string; note?: string; path: string } | null {
  const file = getCatalog().services.get(slug);
  const cost = file?.frontMatter.costs?.find((line) => line.label === label);
  if (!file || !cost) return null;
  const { name, area } = file.frontMatter;
  return { serviceName: name, ...cost, path: formatServicePath(area, slug) };
}

/** A price line of a service page. */
export type PriceLine = { service: string; serviceName: string; label: string; range: string };

/** The price lines of all service pages, by service. */
export const listPriceLines = (): PriceLine[] =>
  [...getCatalog().services].flatMap(([service, { frontMatter }]) =>
    (frontMatter.costs ?? []).map(({ label, range }) => ({
      service,
      serviceName: frontMatter.name,
      label,
      range,
    })),
  );

/** Service types of quizzes that cover several services of the catalog. */
const SERVICES_BY_TRADE: ReadonlyMap<string, readonly string[]> = new Map([
  ["hvac", ["air-conditioning", "heating"]],
]);

/**
 * Resolves the service type of a request: the slug, if it is one service, and every name and slug
 * by which a provider may list it. It may also name a trade or a category, with the names of all
 * their services; for an unknown name only that name is returned.
 */
export function resolveServiceName(name: string): { slug: string | null; names: string[] } {
  const key = name.trim().toLowerCase();
  const { structure, services } = getCatalog();
  const otherNames = new Map(
    [...structure.footer, ...structure.popular].flatMap((entry) =>
      entry.name ? [[entry.name.toLowerCase(), entry.service] as const] : [],
    ),
  );
  const slug =
    [...services].find(
      ([slug, file]) => slug === key || file.frontMatter.name.toLowerCase() === key,
    )?.[0] ?? otherNames.get(key);
  const service = slug ? findService(slug) : null;
  if (slug && service)
    return {
      slug,
      names: [name, slug, service.name, service.categoryName, service.categorySlug].filter(Boolean),
    };
  const tradeServices = SERVICES_BY_TRADE.get(key);
  if (tradeServices)
    return {
      slug: null,
      names: [name, ...tradeServices.flatMap(listServiceNames)],
    };
  const group = listGroups(structure).find(
    (entry) => entry.slug === key || entry.name.toLowerCase() === key,
  );
  if (!group) return { slug: null, names: [name] };
  return {
    slug: null,
    names: [name, group.slug, group.name, ...group.services.flatMap(listServiceNames)],
  };
}

/** Slugs of the services that a service type of quizzes stands for; none for a general type. */
export function listServicesOfType(name: string): string[] {
  const { slug } = resolveServiceName(name);
  return slug ? [slug] : [...(SERVICES_BY_TRADE.get(name.trim().toLowerCase()) ?? [])];
}

/** The slug and the name of a service. */
const listServiceNames = (slug: string) => [
  slug,
  requireService(getCatalog(), slug).frontMatter.name,
];

/** A service as in its file, with unreplaced tokens, and the other names that people use for it. */
export type ServiceFacts = Pick<
  ServiceFrontMatter,
  | "name"
  | "area"
  | "trade"
  | "description"
  | "heroText"
  | "keywords"
  | "everyday"
  | "offered"
  | "includes"
  | "costs"
  | "signs"
  | "questions"
  | "untilArrival"
  | "faq"
> & {
  slug: string;
  group: string;
  path: string;
  otherNames: string[];
  chapters: Chapter[];
};

/** The facts of every service, for generated texts. */
export function listServiceFacts(): ServiceFacts[] {
  const { structure } = getCatalog();
  const names = [...structure.footer, ...structure.popular];
  return listGroups(structure).flatMap((group) =>
    group.services.map((slug) => {
      const { frontMatter, body } = requireService(getCatalog(), slug);
      return {
        ...frontMatter,
        slug,
        group: group.slug,
        path: formatServicePath(frontMatter.area, slug),
        chapters: listChapters({ body, copy: frontMatter.copy }),
        otherNames: [
          ...new Set(
            names.flatMap((entry) => (entry.service === slug && entry.name ? [entry.name] : [])),
          ),
        ],
      };
    }),
  );
}
