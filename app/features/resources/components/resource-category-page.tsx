import { PageHero } from "#app/components/layouts/page-hero.tsx";
import { PhoneLink } from "#app/components/ui/phone-link.tsx";
import { QuoteLink } from "#app/features/catalog/components/quote-link.tsx";
import { useSite } from "#app/features/settings/use-site.ts";
import { GENERAL_LABEL } from "../constants.ts";
import type { ResourceCategory } from "../queries.server.ts";
import { ResourceList } from "./resource-list.tsx";
import { HUB_CRUMBS } from "./resources-hub.tsx";

export const buildCategoryCrumbs = (category: ResourceCategory) => [
  ...HUB_CRUMBS,
  { name: category.name, path: category.path },
];

export function ResourceCategoryPage({ category }: { category: ResourceCategory }) {
  const { phone } = useSite();
  const featured = category.resources.filter((resource) => resource.featured);
  return (
    <main id="main">
      <PageHero
        crumbs={buildCategoryCrumbs(category)}
        title={category.heroTitle}
        text={category.heroSubtitle}
        image={category.slug}
      >
        <p className="mt-6 flex flex-wrap gap-3">
          <QuoteLink label={GENERAL_LABEL}>Get Free Quote</QuoteLink>
          <PhoneLink phone={phone} icon label={`Call ${phone}`} className="btn btn-line" />
        </p>
      </PageHero>
      {featured.length > 0 ? (
        <section className="section bg-sand">
          <div className="wrap">
            <h2 className="h2">Featured</h2>
            <ResourceList resources={featured} className="mt-6" />
          </div>
        </section>
      ) : null}
      <section className="section">
        <div className="wrap">
          <h2 className="h2">All {category.name}</h2>
          <ResourceList resources={category.resources} className="mt-6" />
        </div>
      </section>
    </main>
  );
}
