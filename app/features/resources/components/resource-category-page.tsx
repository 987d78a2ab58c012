import { PageHero } from "#app/components/layouts/page-hero.tsx";
import { SceneImage } from "#app/components/ui/scene-image.tsx";
import { SceneTile } from "#app/components/ui/scene-tile.tsx";
import { ProblemSearch } from "#app/features/catalog/components/problem-search.tsx";
import { QuoteLink } from "#app/features/catalog/components/quote-link.tsx";
import { QuizLinks } from "#app/features/catalog/components/service-page/service-quizzes.tsx";
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
  const featured = category.resources.filter((resource) => resource.featured);
  return (
    <main id="main">
      <PageHero
        crumbs={buildCategoryCrumbs(category)}
        title={category.heroTitle}
        text={category.heroSubtitle}
        image={category.slug}
      >
        <div className="mt-4">
          <ProblemSearch isTopic={quizAreas.length === 0} />
        </div>
        <p className="mt-3">
          Know what you need?{" "}
          <QuoteLink label={GENERAL_LABEL} className="link inline-block py-1">
            Get Free Quote
          </QuoteLink>
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

/** Further quizzes of an area are folded; one alone takes no more room than the fold would. */
const MAX_SHOWN = 3;

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
          Pick the problem that sounds like yours. Most quizzes take about a minute.
        </p>
        <div className="mt-4 grid items-start gap-x-6 gap-y-4 sm:grid-cols-2 md:gap-y-8 lg:grid-cols-3">
          {areas.map((area) => (
            <QuizAreaTile key={area.slug} area={area} />
          ))}
        </div>
      </div>
    </section>
  );
}

function QuizAreaTile({ area: { slug, name, quizzes } }: { area: QuizArea }) {
  const shown = quizzes.length === MAX_SHOWN + 1 ? quizzes : quizzes.slice(0, MAX_SHOWN);
  const rest = quizzes.slice(shown.length);
  return (
    <div id={`quizzes-${slug}`} className="scroll-mt-24">
      <div className="flex items-center gap-x-4 md:block">
        <SceneImage
          name={AREA_SCENES[slug] ?? slug}
          className="h-16 w-24 shrink-0 rounded-xl md:h-40 md:w-full"
        />
        <h3 className="min-w-0 grow text-lg md:mt-3">{name}</h3>
      </div>
      <QuizLinks quizzes={shown} />
      {rest.length > 0 ? (
        <details>
          <summary className="link inline-block py-2">
            All {quizzes.length} quizzes<span className="sr-only"> about {name}</span>
          </summary>
          <QuizLinks quizzes={rest} className="" />
        </details>
      ) : null}
    </div>
  );
}
