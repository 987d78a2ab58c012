import { useLocation } from "react-router";
import { PortalBase } from "#app/components/layouts/portal-base.tsx";
import { NavIcon, type NavIconName } from "./nav-icon.tsx";

type PortalFrameProps = {
  base: string;
  company: string;
  brand: string;
  /** Where staff go back to; null for the provider's own people. */
  backTo: string | null;
  /** Offers that wait for an answer. */
  openOffers: number;
  /** Customers whose last message waits for an answer. */
  unanswered: number;
  children: React.ReactNode;
};

type Page = { path: string; label: string; icon: NavIconName };

/** In the bar at the bottom of phones. */
const MAIN_PAGES: readonly Page[] = [
  { path: "today", label: "Today", icon: "today" },
  { path: "offers", label: "Offers", icon: "offers" },
  { path: "jobs", label: "Jobs", icon: "jobs" },
  { path: "credits", label: "Credits", icon: "credits" },
];
/** On phones behind "More". */
export const MORE_PAGES = [
  { path: "profile", label: "Profile" },
  { path: "documents", label: "Documents" },
  { path: "figures", label: "Results" },
  { path: "rules", label: "How it works" },
  { path: "account", label: "Account and people" },
] as const;
const MORE: Page = { path: "more", label: "More", icon: "more" };

/** The frame of the provider's portal. It works without script; staff see it with nothing to press. */
export function PortalFrame(props: PortalFrameProps) {
  const { base, company, brand, backTo, openOffers, unanswered, children } = props;
  const counts: Counts = {
    offers: [openOffers, "waiting"],
    today: [unanswered, "to answer"],
  };
  return (
    <PortalBase value={base}>
      <div data-portal="" className="flex min-h-dvh flex-col">
        <a href="#main" className="btn btn-action absolute -top-24 left-4 z-50 focus:top-3">
          Skip to content
        </a>
        {backTo ? (
          <p role="status" className="bg-plum px-5 py-2 text-center font-semibold text-paper">
            You see what {company} sees. Nothing can be changed here.{" "}
            <a href={backTo} className="inline-block py-1 underline">
              Back to staff portal
            </a>
          </p>
        ) : null}
        <header className="border-b border-line bg-paper">
          <div className="wrap @container">
            <div className="flex min-h-16 flex-wrap items-center gap-x-6 gap-y-1 py-2">
              <p className="mr-auto min-w-0">
                <span className="block font-display text-lg leading-6 font-extrabold break-words">
                  {company}
                </span>
                <span className="block text-[0.9375rem] leading-5 text-muted">
                  {brand} for pros
                </span>
              </p>
              <nav aria-label="Portal" className="hidden flex-wrap gap-x-1 @min-[54rem]:flex">
                {[...MAIN_PAGES, ...MORE_PAGES].map(({ path, label }) => (
                  <NavLink key={path} base={base} path={path} className="px-2.5 py-2">
                    {label} <Count of={counts[path]} />
                  </NavLink>
                ))}
              </nav>
            </div>
          </div>
        </header>
        {/* Disables every form, for staff who only look. */}
        <fieldset disabled={backTo !== null} className="min-w-0 grow">
          {children}
        </fieldset>
        <PhoneBar base={base} counts={counts} />
      </div>
    </PortalBase>
  );
}

/** In a short window the bar scrolls with the page, because it would cover too much. */
function PhoneBar({ base, counts }: { base: string; counts: Counts }) {
  return (
    <div className="@container sticky bottom-[min(0px,(100svh-30rem)*99)] z-30">
      <nav
        aria-label="Portal"
        className="grid grid-cols-5 border-t border-line bg-paper pb-[env(safe-area-inset-bottom)] @min-[56rem]:hidden"
      >
        {[...MAIN_PAGES, MORE].map(({ path, label, icon }) => (
          <NavLink
            key={path}
            base={base}
            path={path}
            className="relative flex min-h-14 min-w-0 flex-col items-center justify-center gap-0.5 text-[min(0.875rem,3.6vw)] leading-tight"
          >
            <NavIcon name={icon} />
            {label} <Count of={counts[path]} floats />
          </NavLink>
        ))}
      </nav>
    </div>
  );
}

type NavLinkProps = { base: string; path: string; className: string; children: React.ReactNode };

function NavLink({ base, path, className, children }: NavLinkProps) {
  const { pathname } = useLocation();
  const own = `${base}/${path}`;
  const isMore =
    path === "more" && MORE_PAGES.some((page) => isWithin(pathname, `${base}/${page.path}`));
  const isCurrent = isWithin(pathname, own);
  return (
    <a
      href={own}
      aria-current={pathname === own ? "page" : isCurrent || isMore ? "true" : undefined}
      className={`rounded-lg font-semibold ${isCurrent || isMore ? "bg-sand text-ink" : "text-petrol"} ${className}`}
    >
      {children}
    </a>
  );
}

const isWithin = (path: string, page: string) => path === page || path.startsWith(`${page}/`);

/** What waits on a page, by its path: how many, and what for. */
type Counts = Readonly<Record<string, readonly [count: number, what: string]>>;

function Count({ of, floats }: { of: Counts[string] | undefined; floats?: true }) {
  const [value = 0, what = ""] = of ?? [];
  if (value === 0) return null;
  return (
    <span
      className={`rounded-full bg-action px-1.5 text-sm leading-5 font-bold text-paper ${floats ? "absolute top-1 left-1/2 ml-2" : "ml-0.5"}`}
    >
      {value}
      <span className="sr-only"> {what}</span>
    </span>
  );
}
