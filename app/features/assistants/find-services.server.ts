import { getSiteCatalog } from "#app/features/catalog/read-catalog.server.ts";
import { quizPath } from "#app/features/quizzes/constants.ts";
import { HITS_ON_PAGE } from "#app/features/search/constants.ts";
import { searchSite } from "#app/features/search/queries.server.ts";
import type { SearchHit } from "#app/features/search/schema.ts";
import type { SiteSettings } from "#app/features/settings/schema.ts";
import { MAX_QUIZZES, MAX_SERVICES } from "./constants.ts";
import { listKnownContent } from "./list-known-content.server.ts";
import type { ToolInput, ToolOutput } from "./schema.ts";
import type { ToolContext } from "./tool-context.ts";

const FOUND =
  "To ask for one of these, call quote_link with its slug and the ZIP code. If the person wants to know the cause first, call diagnose with a quiz.";
const NOT_FOUND =
  "No service fits these words. Ask the person which trade they need, or call quote_link without a service.";

/** Services and quizzes as the site's search finds them, best first. */
export async function findServices(
  app: ToolContext,
  { problem }: ToolInput<"find_service">,
): Promise<ToolOutput<"find_service">> {
  const site = await app.settings.get();
  const hits = await searchSite(site, await listKnownContent(app), problem, HITS_ON_PAGE);
  const services = hits.flatMap((hit) => describeService(site, hit, app.origin));
  const quizzes = hits.flatMap(({ kind, path, name }) =>
    kind === "Quiz"
      ? [{ slug: path.slice(quizPath("").length), title: name, page: app.origin + path }]
      : [],
  );
  return {
    danger: null,
    services: services.slice(0, MAX_SERVICES),
    quizzes: quizzes.slice(0, MAX_QUIZZES),
    next: services.length > 0 ? FOUND : NOT_FOUND,
  };
}

/** A hit as a service; none where it is another kind of page. */
function describeService(site: SiteSettings, { kind, path }: SearchHit, origin: string) {
  if (kind !== "Home service" && kind !== "Auto service") return [];
  const slug = path.slice(path.lastIndexOf("/") + 1);
  const service = getSiteCatalog(site).services.get(slug)?.frontMatter;
  return service
    ? [{ slug, name: service.name, summary: service.summary, page: origin + path }]
    : [];
}
