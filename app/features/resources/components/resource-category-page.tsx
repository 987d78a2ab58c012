import { PageHero } from "#app/components/layouts/page-hero.tsx";
import { Fold } from "#app/components/ui/fold.tsx";
import { PhoneLink } from "#app/components/ui/phone-link.tsx";
import { SceneImage } from "#app/components/ui/scene-image.tsx";
import { SceneTile } from "#app/components/ui/scene-tile.tsx";
import { QuoteLink } from "#app/features/catalog/components/quote-link.tsx";
import { QuizLinks } from "#app/features/catalog/components/service-page/service-quizzes.tsx";
import { useSite } from "#app/features/settings/use-site.ts";
import { GENERAL_LABEL, isAdvertorial } from "../constants.ts";
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
      {quizAreas.length > 0 ? <QuizAreas areas={quizAreas} /> : null}
      <section className="bg-paper py-6 md:py-12">
        <div className="wrap grid items-start gap-x-14 gap-y-6 lg:grid-cols-[1fr_2fr]">
          <FeaturedResources resources={featured} />
          <div>
            <h2 className="h2">All {category.name}</h2>
            <ResourceList
              resources={category.resources}
              hasSummaries={quizAreas.length === 0}
              className="mt-3 lg:grid-cols-1"
            />
          </div>
        </div>
      </section>
    </main>
  );
}

/** Featured resources have a page: none of them is still to come. */
function FeaturedResources({ resources }: { resources: ResourceCard[] }) {
  if (resources.length === 0) return null;
  return (
    <div className="@container">
      <h2 className="h2">Featured</h2>
      <ul
        className={`mt-3 grid gap-3 md:gap-5 ${resources.length > 1 ? "max-lg:@min-[20.5rem]:grid-cols-2" : ""}`}
      >
        {resources.map((resource) => (
          <li key={resource.slug}>
            <SceneTile
              scene={resource.image}
              href={resource.path}
              title={resource.name}
              text={isAdvertorial(resource) ? "Advertorial" : resource.summary}
              imageClass="h-24 md:h-40"
            />
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Scenes of areas that are not service categories. */
const AREA_SCENES: Record<string, string> = { cars: "auto", "house-and-yard": "miscellaneous" };

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
        <div className="mt-3 grid items-start gap-x-6 border-t border-line sm:grid-cols-2 md:gap-y-5 md:border-0 lg:grid-cols-3">
          {areas.map(({ slug, name, quizzes }) => (
            <div key={slug} className="border-b border-line">
              <Fold
                className="py-2 md:flex-wrap md:pt-0"
                summary={
                  <>
                    <SceneImage
                      name={AREA_SCENES[slug] ?? slug}
                      className="h-16 w-24 shrink-0 rounded-xl object-cover md:h-40 md:w-full"
                    />
                    <h3 className="min-w-0 grow text-lg">
                      {name}
                      <span className="block font-text text-[0.9375rem] font-normal tracking-normal text-muted">
                        {quizzes.length} {quizzes.length === 1 ? "quiz" : "quizzes"}
                      </span>
                    </h3>
                  </>
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
