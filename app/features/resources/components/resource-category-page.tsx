import { PageHero } from "#app/components/layouts/page-hero.tsx";
import { PhoneLink } from "#app/components/ui/phone-link.tsx";
import { QuoteLink } from "#app/features/catalog/components/quote-link.tsx";
import { QuizLinks } from "#app/features/catalog/components/service-page/service-quizzes.tsx";
import { useSite } from "#app/features/settings/use-site.ts";
import { GENERAL_LABEL } from "../constants.ts";
import type { ResourceCategory } from "../queries.server.ts";
import { ResourceList } from "./resource-list.tsx";
import { HUB_CRUMBS } from "./resources-hub.tsx";

export const buildCategoryCrumbs = (category: ResourceCategory) => [
  ...HUB_CRUMBS,
  { name: category.name, path: category.path },
];

type ResourceCategoryProps = {
  category: ResourceCategory;
  /** Public quizzes by area; only one category has any. */
  quizAreas: readonly QuizArea[];
};
type QuizArea = {
  slug: string;
  name: string;
  quizzes: readonly { path: string; title: string }[];
};

export function ResourceCategoryPage({ category, quizAreas }: ResourceCategoryProps) {
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
      {quizAreas.length > 0 ? <QuizAreas areas={quizAreas} /> : null}
      <section className="section">
        <div className="wrap">
          <h2 className="h2">All {category.name}</h2>
          <ResourceList resources={category.resources} className="mt-6" />
        </div>
      </section>
    </main>
  );
}

function QuizAreas({ areas }: { areas: readonly QuizArea[] }) {
  return (
    <section aria-labelledby="quizzes-title" className="section">
      <div className="wrap">
        <h2 id="quizzes-title" className="h2">
          Find the likely cause
        </h2>
        <p className="mt-3 max-w-2xl text-lg">
          Pick the problem that sounds like yours. A few questions show the likely cause, how urgent
          it is and what you can safely check.
        </p>
        {areas.map(({ slug, name, quizzes }) => (
          <div key={slug} className="mt-8">
            <h3 id={`quizzes-${slug}`} className="h3 scroll-mt-24">
              {name}
            </h3>
            <QuizLinks quizzes={quizzes} className="mt-3 sm:grid-cols-2" />
          </div>
        ))}
      </div>
    </section>
  );
}
