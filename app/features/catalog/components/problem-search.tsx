import { useRouteLoaderData } from "react-router";
import { PhoneLink } from "#app/components/ui/phone-link.tsx";
import type { PublicSite } from "#app/features/settings/use-site.ts";
import { ProblemField } from "./problem-field.tsx";

type LayoutData = { site: PublicSite; footer: { name: string; path: string }[] };

/**
 * What a visitor can do where there is nothing to show: say what is wrong, call, or open a popular
 * service. Where the site's layout failed too, only the form is left.
 */
export function ProblemSearch() {
  const data = useRouteLoaderData("routes/site/layout") as LayoutData | undefined;
  return (
    <div className="w-full max-w-md">
      <form
        action="/search"
        data-search-form=""
        className="relative grid gap-3 rounded-2xl bg-paper p-4 shadow-lift md:p-5"
      >
        <ProblemField id="lost-problem" />
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
      {data ? (
        <nav aria-label="Services to try" className="mt-5">
          <h2 className="font-text text-[0.9375rem] font-semibold">Popular services</h2>
          <ul className="mt-1 flex flex-wrap gap-x-5">
            {data.footer.map(({ name, path }) => (
              <li key={path}>
                <a href={path} className="link inline-block py-1.5">
                  {name}
                </a>
              </li>
            ))}
          </ul>
        </nav>
      ) : null}
    </div>
  );
}
