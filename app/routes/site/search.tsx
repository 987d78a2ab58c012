import { appContext } from "#app/app-context.ts";
import { Breadcrumb } from "#app/components/ui/breadcrumb.tsx";
import { listPopularServices } from "#app/features/catalog/queries.server.ts";
import { listPublishedContent } from "#app/features/public-pages/list-public-pages.server.ts";
import { findSearchedEmergency } from "#app/features/quizzes/generation/fault-trees.server.ts";
import { EmergencyAnswer } from "#app/features/search/components/emergency-answer.tsx";
import { NoResults, SearchIdeas } from "#app/features/search/components/search-ideas.tsx";
import { HITS_ON_PAGE, MAX_QUERY_LENGTH } from "#app/features/search/constants.ts";
import { searchSite } from "#app/features/search/queries.server.ts";
import type { SearchHit } from "#app/features/search/schema.ts";
import { useSite } from "#app/features/settings/use-site.ts";
import { buildPageMeta } from "#app/lib/seo.ts";
import type { Route } from "./+types/search";

const PATH = "/search";
/** Maximum length of the query in the page's title. */
const QUERY_IN_TITLE = 30;

export async function loader({ context, request }: Route.LoaderArgs) {
  const app = context.get(appContext);
  const site = await app.settings.get();
  const url = new URL(request.url);
  const query = (url.searchParams.get("q") ?? "").trim().slice(0, MAX_QUERY_LENGTH);
  const hits = searchSite(site, await listPublishedContent(app), query, HITS_ON_PAGE);
  const popular =
    hits.length > 0 ? [] : listPopularServices(site).map(({ path, name }) => ({ path, name }));
  const emergency = findSearchedEmergency(query);
  return { query, hits, popular, emergency, origin: url.origin };
}

export const meta: Route.MetaFunction = ({ loaderData }) =>
  loaderData
    ? buildPageMeta({
        title: loaderData.emergency
          ? `${loaderData.emergency.headline}: What to Do Now`
          : loaderData.query
            ? `${formatHitCount(loaderData.hits)} for ${truncateQuery(loaderData.query)}`
            : "Search Services and Guides",
        description:
          "Search every home and auto service, guide, tool and article on this site. Small typing mistakes are fine.",
        path: PATH,
        origin: loaderData.origin,
        noindex: true,
      })
    : [];

export default function Search({
  loaderData: { query, hits, popular, emergency },
}: Route.ComponentProps) {
  const { phone } = useSite();
  if (emergency)
    return (
      <main id="main" className="wrap danger-screen max-w-3xl pb-10">
        <EmergencyAnswer emergency={emergency}>
          <SearchForm query={query} />
          <Results query={query} hits={hits} phone={phone} popular={popular} />
        </EmergencyAnswer>
      </main>
    );
  return (
    <main id="main" className="wrap max-w-3xl py-6 md:py-10">
      <Breadcrumb
        crumbs={[
          { name: "Home", path: "/" },
          { name: "Search", path: PATH },
        ]}
      />
      <h1 className="h2 mt-4">What do you need help with?</h1>
      <SearchForm query={query} />
      <Results query={query} hits={hits} phone={phone} popular={popular} />
    </main>
  );
}

const SearchForm = ({ query }: { query: string }) => (
  <search>
    <form action={PATH} className="mt-4">
      <label htmlFor="search-words" className="font-semibold">
        A problem, a service or a guide
      </label>
      <div className="mt-1.5 flex gap-2">
        <input
          id="search-words"
          type="search"
          name="q"
          defaultValue={query}
          maxLength={MAX_QUERY_LENGTH}
          autoComplete="off"
          enterKeyHint="search"
          className="input min-w-0"
        />
        <button type="submit" className="btn btn-action shrink-0">
          Search
        </button>
      </div>
    </form>
  </search>
);

type ResultsProps = {
  query: string;
  hits: SearchHit[];
  phone: string;
  popular: { path: string; name: string }[];
};

function Results({ query, hits, phone, popular }: ResultsProps) {
  if (!query) return <SearchIdeas phone={phone} popular={popular} />;
  return (
    <>
      <p role="status" className="mt-6 text-lg font-semibold wrap-anywhere">
        {formatHitCount(hits)} for "{query}"
      </p>
      {hits.length > 0 ? <Hits hits={hits} /> : <NoResults phone={phone} popular={popular} />}
    </>
  );
}

const formatHitCount = (hits: SearchHit[]) =>
  hits.length === 0 ? "No results" : hits.length === 1 ? "1 result" : `${hits.length} results`;

/** Cut between whole characters: half a character is not valid text. */
function truncateQuery(query: string): string {
  const letters = [...query];
  return letters.length > QUERY_IN_TITLE
    ? `${letters.slice(0, QUERY_IN_TITLE).join("")}...`
    : query;
}

function Hits({ hits }: { hits: SearchHit[] }) {
  return (
    <ol className="mt-4 grid gap-3">
      {hits.map((hit) => (
        <li key={hit.path}>
          <a
            href={hit.path}
            className="block rounded-xl border border-line bg-paper p-4 transition-colors hover:border-action"
          >
            <span className="flex flex-wrap items-baseline justify-between gap-x-3">
              <span className="font-display text-lg leading-6 font-bold">{hit.name}</span>
              <span className="text-sm text-muted">{hit.kind}</span>
            </span>
            <span className="mt-1 block text-[0.9375rem] text-muted">{hit.summary}</span>
          </a>
        </li>
      ))}
    </ol>
  );
}
