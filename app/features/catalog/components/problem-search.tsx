import { useRouteLoaderData } from "react-router";
import { PhoneLink } from "#app/components/ui/phone-link.tsx";
import { SceneTile } from "#app/components/ui/scene-tile.tsx";
import type { PublicSite } from "#app/features/settings/use-site.ts";
import { ProblemField } from "./problem-field.tsx";

type LayoutData = { site: PublicSite; footer: { name: string; path: string }[] };

const useLayoutData = () => useRouteLoaderData("routes/site/layout") as LayoutData | undefined;

/**
 * Say what is wrong, or call: in heroes, and where there is nothing to show. Where the site's
 * layout failed too, only the form is left.
 */
export function ProblemSearch({ isTopic }: { isTopic?: boolean }) {
  const data = useLayoutData();
  return (
    <form
      action="/search"
      data-search-form=""
      className="relative grid w-full max-w-md gap-3 rounded-2xl bg-paper p-4 shadow-card"
    >
      <ProblemField id="problem" isTopic={isTopic} />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <button type="submit" className="btn btn-action">
          Search
        </button>
        {data ? (
          <span>
            or call <PhoneLink phone={data.site.phone} className="link inline-block py-1" />
          </span>
        ) : null}
      </div>
    </form>
  );
}

/** The services that most people look for, across the page below the search. */
export function PopularServices() {
  const data = useLayoutData();
  if (!data) return null;
  return (
    <nav aria-label="Services to try" className="border-t border-line bg-paper">
      <div className="wrap pt-5 pb-8 md:pb-10">
        <h2 className="h3">Popular services</h2>
        <ul className="mt-3 grid grid-cols-2 gap-3 md:grid-cols-3 lg:grid-cols-6">
          {data.footer.map(({ name, path }) => (
            <li key={path}>
              <SceneTile
                scene={path.slice(path.lastIndexOf("/") + 1)}
                href={path}
                title={name}
                imageClass="h-20 md:h-28"
              />
            </li>
          ))}
        </ul>
      </div>
    </nav>
  );
}
