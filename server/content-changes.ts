import type { AppContext } from "#app/app-context.ts";
import { articlePath } from "#app/features/advertorials/constants.ts";
import { findService } from "#app/features/catalog/find-service.server.ts";
import { HOME_QUIZ, QUIZZES_PATH, quizPath } from "#app/features/quizzes/constants.ts";
import { findByPrefix } from "#app/features/settings/phone-numbers.ts";
import { siteSettingsSchema } from "#app/features/settings/schema.ts";
import type { AffectedPages } from "./affected-pages.ts";

export const CONTENT_CHANNEL = "content_changed";

type ListName = "settings" | "quizzes" | "articles";
/** What is outdated after a change: lists in memory, and pages of the page cache. */
export type Affected = { lists: readonly ListName[]; pages: AffectedPages };

export const EVERYTHING: Affected = { lists: ["settings", "quizzes", "articles"], pages: "all" };
const NOTHING: Affected = { lists: [], pages: [] };

/** A slug that is spelled in one way only, in an address and in the key of a page. */
const PLAIN_SLUG = /^[a-z0-9-]+$/;

/** What a lead costs: settings that are not the site's, and stand on one page. */
const SIGNUP_SETTINGS: readonly string[] = ["offerCost", "offerMinutes", "creditPrice"];

/**
 * What a notification of `content_changed` affects (drizzle/0016: `setting:<key>`, `quiz:<slug>`,
 * `article:<slug>`, drizzle/0022: `quiz-list:<services>`, and drizzle/0026:
 * `phone-numbers:<pages>`; without a name everything of its kind). Pages in the cache show
 * settings; a quiz or an article is on its own page, one quiz also on the home page, and quizzes
 * are listed on the pages of their services, on those of their categories (or of all auto services)
 * and on one page with all of them. Everything else that lists quizzes and articles (search,
 * sitemap, sharing images, the quote form) is not in the cache and reads the lists at each request.
 */
export function findAffected(payload: string): Affected {
  const colon = payload.indexOf(":");
  const kind = colon < 0 ? payload : payload.slice(0, colon);
  const name = colon < 0 ? undefined : payload.slice(colon + 1);
  switch (kind) {
    case "setting":
      if (name !== undefined && SIGNUP_SETTINGS.includes(name))
        return { lists: [], pages: ["/provider-signup"] };
      return name === undefined || Object.hasOwn(siteSettingsSchema.shape, name)
        ? { lists: ["settings"], pages: "all" }
        : NOTHING;
    case "phone-numbers":
      return { lists: ["settings"], pages: listRenumberedPages(name) };
    case "quiz":
      return {
        lists: ["quizzes"],
        pages: name === HOME_QUIZ ? [quizPath(name), "/"] : listAffectedPages(name, quizPath),
      };
    case "quiz-list":
      return { lists: ["quizzes"], pages: listPagesWithQuizzes(name) };
    case "article":
      return { lists: ["articles"], pages: listAffectedPages(name, articlePath) };
    default:
      return EVERYTHING;
  }
}

const listAffectedPages = (slug: string | undefined, toPath: (slug: string) => string) =>
  slug !== undefined && PLAIN_SLUG.test(slug) ? [toPath(slug)] : "all";

/** @param services slugs, separated by commas */
const listPagesWithQuizzes = (services: string | undefined): Affected["pages"] =>
  services === undefined
    ? "all"
    : [
        QUIZZES_PATH,
        ...new Set(
          services.split(",").flatMap((slug) => {
            const service = findService(slug);
            return service ? [service.path, service.categoryPath] : [];
          }),
        ),
      ];

/** Before the beginning of paths whose number did not change, below one whose number did. */
const UNCHANGED = "!";

/**
 * @param prefixes beginnings of paths, separated by commas, with "!" those that are not affected
 */
function listRenumberedPages(prefixes: string | undefined): AffectedPages {
  if (prefixes === undefined) return "all";
  if (prefixes === "") return [];
  const isChanged = new Map(
    prefixes
      .split(",")
      .map((prefix) =>
        prefix.startsWith(UNCHANGED)
          ? ([prefix.slice(1), false] as const)
          : ([prefix, true] as const),
      ),
  );
  return (path) => findByPrefix(isChanged, path) === true;
}

/** Drops lists, which are read again at their next use. */
export function dropLists(
  context: Pick<AppContext, ListName>,
  { lists }: Pick<Affected, "lists">,
): void {
  for (const name of lists) context[name].drop();
}
