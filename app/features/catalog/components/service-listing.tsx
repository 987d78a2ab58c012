import { PageHero } from "#app/components/layouts/page-hero.tsx";
import { Icon } from "#app/components/ui/icon.tsx";
import { PhoneLink } from "#app/components/ui/phone-link.tsx";
import { useSite } from "#app/features/settings/use-site.ts";
import type { ServiceGroup } from "../queries.server.ts";

type ServiceListingProps = {
  name: string;
  path: string;
  heroTitle: string;
  heroText: string;
  image: string;
  /** Groups; `path` is the group's own page, if it has one. */
  groups: (ServiceGroup & { path?: string; summary?: string })[];
  other: { text: string; path: string; label: string };
};

/** All services of one area, grouped. */
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
        <PhoneLink phone={phone} icon label={`Call ${phone}`} className="btn btn-action mt-6" />
      </PageHero>
      {groups.map((group) => (
        <section
          key={group.slug}
          id={group.slug}
          className="border-b border-line py-10 even:bg-paper"
        >
          <div className="wrap grid gap-6 lg:grid-cols-[17rem_1fr]">
            <div>
              <Icon name={group.icon} className="size-8 text-action" />
              <h2 className="mt-2 text-2xl">{group.name}</h2>
              {group.summary ? <p className="mt-2 text-muted">{group.summary}</p> : null}
              {group.path ? (
                <a href={group.path} className="link mt-3 inline-block py-1">
                  More on {group.name}
                </a>
              ) : null}
            </div>
            <ul className="grid gap-3 sm:grid-cols-2">
              {group.services.map((service) => (
                <li key={service.slug}>
                  <a
                    href={service.path}
                    className="flex h-full gap-3 rounded-xl border border-line bg-paper p-4 transition-colors hover:border-action"
                  >
                    <span>
                      <span className="font-display text-lg leading-6 font-bold">
                        {service.name}
                      </span>
                      <span className="mt-1 block text-[0.9375rem] text-muted">
                        {service.summary}
                      </span>
                    </span>
                  </a>
                </li>
              ))}
            </ul>
          </div>
        </section>
      ))}
      <p className="wrap section">
        {other.text}{" "}
        <a href={other.path} className="link">
          {other.label}
        </a>
      </p>
    </main>
  );
}
