import { PageHero } from "#app/components/layouts/page-hero.tsx";
import { JumpChips } from "#app/components/ui/jump-chips.tsx";
import { PhoneLink } from "#app/components/ui/phone-link.tsx";
import { SceneImage } from "#app/components/ui/scene-image.tsx";
import { useSite } from "#app/features/settings/use-site.ts";
import type { ServiceCard } from "../queries.server.ts";

type ListedService = Pick<ServiceCard, "slug" | "name" | "path" | "keywords">;
/** `path` is the group's own page, if it has one. */
type ListedGroup = { slug: string; name: string; path?: string; services: ListedService[] };

type ServiceListingProps = {
  name: string;
  path: string;
  page: { heroTitle: string; heroText: string; example: string };
  image: string;
  groups: ListedGroup[];
  /** What comes before the field that finds a service. */
  urgent?: React.ReactNode;
  /** Below the groups. */
  children?: React.ReactNode;
};

/** All services of one area, grouped, with a field that filters them. */
export function ServiceListing({
  name,
  path,
  page,
  image,
  groups,
  urgent,
  children,
}: ServiceListingProps) {
  const { phone } = useSite();
  return (
    <main id="main" data-faq="li">
      <PageHero
        crumbs={[
          { name: "Home", path: "/" },
          { name, path },
        ]}
        title={page.heroTitle}
        text={page.heroText}
        image={image}
      >
        {urgent}
        <FilterField
          example={page.example}
          buttonClass={urgent ? "btn btn-line" : "btn btn-action"}
          className="mt-4 max-w-md"
        />
        {urgent ? null : (
          <p className="mt-2">
            Rather talk? Call <PhoneLink phone={phone} />
          </p>
        )}
      </PageHero>
      <JumpChips
        label="Groups of services"
        links={groups.map((group) => ({ id: group.slug, name: group.name }))}
        className="wrap pt-3.5 lg:hidden"
        inOneLine
      />
      <div className="wrap py-7 lg:grid lg:grid-cols-[13rem_1fr] lg:gap-12 lg:py-12">
        <nav aria-label="Groups of services" className="hidden lg:block">
          <ul className="sticky top-24 grid gap-1 border-l-2 border-line">
            {groups.map((group) => (
              <li key={group.slug}>
                <a
                  href={`#${group.slug}`}
                  className="block px-4 py-1.5 text-petrol underline-offset-3 hover:underline"
                >
                  {group.name}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <div>
          <p data-faq-none hidden>
            No service has that name.{" "}
            <button type="button" data-faq-clear className="link py-1">
              Show all
            </button>
          </p>
          <div className="grid gap-x-8 gap-y-6 md:grid-cols-2 md:gap-y-11">
            {groups.map((group) => (
              <GroupTile key={group.slug} group={group} />
            ))}
          </div>
          {children}
        </div>
      </div>
    </main>
  );
}

type FilterFieldProps = { example: string; buttonClass: string; className: string };

/** Filters the services of the page as somebody types; its button searches the whole site. */
function FilterField({ example, buttonClass, className }: FilterFieldProps) {
  return (
    <form action="/search" className={className}>
      <div className="flex flex-wrap justify-between gap-x-4">
        <label htmlFor="filter" className="font-semibold">
          Find a service
        </label>
        <p role="status" className="text-muted" />
      </div>
      <div className="mt-1 grid grid-cols-[1fr_auto] gap-2">
        <input
          id="filter"
          type="search"
          name="q"
          maxLength={100}
          autoComplete="off"
          placeholder={example}
          className="input placeholder:text-muted"
        />
        <button type="submit" className={buttonClass}>
          Search
        </button>
      </div>
    </form>
  );
}

function GroupTile({ group }: { group: ListedGroup }) {
  const Head = group.path ? "a" : "span";
  return (
    <section id={group.slug} data-faq-group="" className="scroll-mt-24">
      <h2 className="h3 md:text-2xl">
        <Head href={group.path} className="flex flex-wrap items-center gap-x-4 gap-y-2 md:block">
          <SceneImage
            name={group.slug}
            className="h-16 w-24 shrink-0 rounded-xl md:h-40 md:w-full"
          />
          <span
            className={`min-w-0 grow basis-[8rem] md:mt-3 ${group.path ? "row-link md:justify-start" : "block"}`}
          >
            <span className="min-w-0">{group.name}</span>
          </span>
        </Head>
      </h2>
      <ul className="mt-1.5 columns-[2_8rem] gap-x-4">
        {group.services.map((service) => (
          <li
            key={service.slug}
            data-words={service.keywords.join(" ")}
            className="break-inside-avoid py-1 leading-6"
          >
            <a href={service.path} className="link py-1">
              {service.name}
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
