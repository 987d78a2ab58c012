import { PageHero } from "#app/components/layouts/page-hero.tsx";
import { Fold } from "#app/components/ui/fold.tsx";
import { PhoneLink } from "#app/components/ui/phone-link.tsx";
import { SceneTile } from "#app/components/ui/scene-tile.tsx";
import { QuoteLink } from "#app/features/catalog/components/quote-link.tsx";
import { QuizLinks } from "#app/features/catalog/components/service-page/service-quizzes.tsx";
import { useSite } from "#app/features/settings/use-site.ts";
import { GENERAL_LABEL } from "../constants.ts";
import type { ResourceCard, ResourceCategory } from "../queries.server.ts";
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
        <p className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2">
          <QuoteLink label={GENERAL_LABEL}>Get Free Quote</QuoteLink>
          <span>
            or call <PhoneLink phone={phone} />
          </span>
        </p>
      </PageHero>
      {featured.length > 0 ? <FeaturedResources resources={featured} /> : null}
      {quizAreas.length > 0 ? <QuizAreas areas={quizAreas} /> : null}
      <section className="py-6 md:py-12">
        <div className="wrap">
          <h2 className="h2">All {category.name}</h2>
          <ResourceList resources={category.resources} hasSummaries className="mt-3" />
        </div>
      </section>
    </main>
  );
}

/** Featured resources have a page: none of them is still to come. */
function FeaturedResources({ resources }: { resources: ResourceCard[] }) {
  return (
    <section className="bg-paper py-6 md:py-12">
      <div className="wrap @container">
        <h2 className="h2">Featured</h2>
        <ul className="mt-3 grid gap-3 @min-[20.5rem]:grid-cols-2 @min-[44rem]:grid-cols-3">
          {resources.map(({ slug, name, path, image }) => (
            <li key={slug}>
              <SceneTile scene={image} href={path} title={name} imageClass="h-24 md:h-48" />
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

function QuizAreas({ areas }: { areas: readonly QuizArea[] }) {
  return (
    <section aria-labelledby="quizzes-title" className="py-6 md:py-12">
      <div className="wrap">
        <h2 id="quizzes-title" className="h2">
          Find the likely cause
        </h2>
        <p className="mt-1 max-w-2xl leading-6">
          Pick the problem that sounds like yours. A few questions show the likely cause, how urgent
          it is and what you can safely check.
        </p>
        <div className="mt-3 grid items-start gap-x-10 border-t border-line md:grid-cols-2">
          {areas.map(({ slug, name, quizzes }) => (
            <div key={slug} className="border-b border-line">
              <Fold
                summary={
                  <h3 className="flex min-w-0 grow flex-wrap items-baseline justify-between gap-x-3 text-lg">
                    {name}
                    <span className="font-text text-[0.9375rem] font-normal tracking-normal text-muted">
                      {quizzes.length} {quizzes.length === 1 ? "quiz" : "quizzes"}
                    </span>
                  </h3>
                }
              >
                {/* Inside the fold: a link to it opens the fold. */}
                <div id={`quizzes-${slug}`} className="scroll-mt-36">
                  <QuizLinks quizzes={quizzes} className="mt-1" />
                </div>
              </Fold>
            </div>
          ))}
        </div>
      </div>
    </section>
  );
}
