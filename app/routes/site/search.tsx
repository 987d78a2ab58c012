import { appContext } from "#app/app-context.ts";
import { Breadcrumb } from "#app/components/ui/breadcrumb.tsx";
import { getHomePage, type HomePage } from "#app/features/catalog/queries.server.ts";
import { listPublishedContent } from "#app/features/public-pages/list-public-pages.server.ts";
import { findSearchedEmergency } from "#app/features/quizzes/generation/fault-trees.server.ts";
import { EmergencyAnswer } from "#app/features/search/components/emergency-answer.tsx";
import { SearchHits } from "#app/features/search/components/search-hits.tsx";
import { NoResults, SearchIdeas } from "#app/features/search/components/search-ideas.tsx";
import { HITS_ON_PAGE, MAX_QUERY_LENGTH } from "#app/features/search/constants.ts";
import { searchSite } from "#app/features/search/queries.server.ts";
import type { SearchHit } from "#app/features/search/schema.ts";
import { useSite } from "#app/features/settings/use-site.ts";
import { buildPageMeta } from "#app/lib/seo.ts";
import type { Route } from "./+types/search";

const PATH = "/search";
const parseZip = (text: string | null) => (/^\d{5}$/.test(text ?? "") ? (text ?? "") : "");
/** Maximum length of the query in the page's title. */
const QUERY_IN_TITLE = 30;

export async function loader({ context, request }: Route.LoaderArgs) {
  const app = context.get(appContext);
  const site = await app.settings.get();
  const url = new URL(request.url);
  const query = (url.searchParams.get("q") ?? "").trim().slice(0, MAX_QUERY_LENGTH);
  const zip = parseZip(url.searchParams.get("zip"));
  const hits = await searchSite(site, await listPublishedContent(app), query, HITS_ON_PAGE);
  const problems = hits.length > 0 ? [] : getHomePage(site).problems;
  const emergency = findSearchedEmergency(query);
  return { query, zip, hits, problems, emergency, origin: url.origin };
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
  loaderData: { query, zip, hits, problems, emergency },
}: Route.ComponentProps) {
  const { phone } = useSite();
  if (emergency)
    return (
      <main id="main" className="wrap danger-screen night max-w-3xl pb-10">
        <EmergencyAnswer emergency={emergency}>
          <SearchForm query={query} zip={zip} />
          <Results query={query} hits={hits} phone={phone} problems={problems} />
        </EmergencyAnswer>
      </main>
    );
  return (
    <main id="main" className="wrap max-w-4xl py-6 md:py-10">
      <Breadcrumb
        crumbs={[
          { name: "Home", path: "/" },
          { name: "Search", path: PATH },
        ]}
      />
      <h1 className="h3 mt-3 md:mt-4 md:text-4xl">What do you need help with?</h1>
      <SearchForm query={query} zip={zip} />
      <Results query={query} zip={zip} hits={hits} phone={phone} problems={problems} />
    </main>
  );
}

const SearchForm = ({ query, zip }: { query: string; zip: string }) => (
  <search>
    <form action={PATH} className="mt-4 max-w-xl">
      <label htmlFor="search-words" className="font-semibold">
        A problem, a service or a guide
      </label>
      {zip ? <input type="hidden" name="zip" value={zip} /> : null}
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
  /** Five digits or none. Left out in an emergency, where nobody is offered a quote. */
  zip?: string;
  hits: SearchHit[];
  phone: string;
  problems: HomePage["problems"];
};

function Results({ query, zip, hits, phone, problems }: ResultsProps) {
  if (!query) return <SearchIdeas phone={phone} problems={problems} />;
  return (
    <>
      <p role="status" className="mt-6 text-lg font-semibold wrap-anywhere">
        {formatHitCount(hits)} for "{query}"
      </p>
      {hits.length > 0 ? (
        <SearchHits hits={hits} zip={zip} phone={phone} />
      ) : (
        <NoResults phone={phone} problems={problems} />
      )}
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
