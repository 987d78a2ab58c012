import { PageHero } from "#app/components/layouts/page-hero.tsx";
import { PhoneLink } from "#app/components/ui/phone-link.tsx";
import { SceneImage } from "#app/components/ui/scene-image.tsx";
import { useSite } from "#app/features/settings/use-site.ts";
import type { ServiceGroup } from "../queries.server.ts";

type ServiceListingProps = {
  name: string;
  path: string;
  heroTitle: string;
  heroText: string;
  image: string;
  /** Groups; `path` is the group's own page, if it has one. */
  groups: (ServiceGroup & { path?: string })[];
  other: { text: string; path: string; label: string };
};

/** All services of one area, grouped, with a field that filters them. */
export function ServiceListing({
  name,
  path,
  heroTitle,
  heroText,
  image,
  groups,
  other,
}: ServiceListingProps) {
  const { phone } = useSite();
  return (
    <main id="main">
      <PageHero
        crumbs={[
          { name: "Home", path: "/" },
          { name, path },
        ]}
        title={heroTitle}
        text={heroText}
        image={image}
      >
        <div className="mt-4">
          <PhoneLink phone={phone} icon label={`Call ${phone}`} className="btn btn-action" />
        </div>
      </PageHero>
      <div data-faq="li" className="wrap py-7 lg:grid lg:grid-cols-[13rem_1fr] lg:gap-12 lg:py-12">
        <nav aria-label="Groups of services" className="hidden lg:block">
          <ul className="sticky top-24 grid gap-1">
            {groups.map((group) => (
              <li key={group.slug}>
                <a href={`#${group.slug}`} className="block rounded-lg px-3 py-1.5 hover:bg-sand">
                  {group.name}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <div>
          <FilterField />
          <div className="grid gap-x-8 gap-y-8 md:grid-cols-2 md:gap-y-12">
            {groups.map((group) => (
              <GroupTile key={group.slug} group={group} />
            ))}
          </div>
          <p className="mt-8">
            {other.text}{" "}
            <a href={other.path} className="link">
              {other.label}
            </a>
          </p>
        </div>
      </div>
    </main>
  );
}

/** Filters the services of the page as somebody types; only a script can do that. */
function FilterField() {
  return (
    <form action="/search" className="needs-script mb-6 max-w-md">
      <label htmlFor="filter" className="font-semibold">
        Find a service
      </label>
      <input
        id="filter"
        type="search"
        name="q"
        maxLength={100}
        autoComplete="off"
        placeholder="Roof, mice, oil change ..."
        className="input mt-1 placeholder:text-muted"
      />
      <p role="status" className="min-h-6 text-[0.9375rem] text-muted" />
      <p data-faq-none hidden>
        No service matches that.{" "}
        <button type="button" data-faq-clear className="link py-1">
          Show all
        </button>
      </p>
    </form>
  );
}

function GroupTile({ group }: { group: ServiceListingProps["groups"][number] }) {
  return (
    <section id={group.slug} data-faq-group="" className="scroll-mt-24">
      <SceneImage name={group.slug} className="h-28 w-full rounded-xl object-cover md:h-40" />
      <h2 className="mt-3 text-2xl">
        {group.path ? (
          <a href={group.path} className="hover:underline">
            {group.name}
          </a>
        ) : (
          group.name
        )}
      </h2>
      <ul className="mt-1 grid grid-cols-2 gap-x-4">
        {group.services.map((service) => (
          <li key={service.slug} data-words={service.keywords.join(" ")}>
            <a href={service.path} className="block py-1.5 hover:text-action hover:underline">
              {service.name}
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
