import { ClosingBand } from "#app/components/layouts/closing-band.tsx";
import { PageHero } from "#app/components/layouts/page-hero.tsx";
import { TextWithPhoneLinks } from "#app/components/ui/phone-link.tsx";
import { PhoneText } from "#app/components/ui/phone-text.tsx";
import { SceneImage } from "#app/components/ui/scene-image.tsx";
import { ProblemSearch } from "#app/features/catalog/components/problem-search.tsx";
import { useSite } from "#app/features/settings/use-site.ts";
import {
  formatComingSoonAlert,
  getButtonText,
  isAdvertorial,
  MAX_HUB_RESOURCES,
} from "../constants.ts";
import type {
  getResourcesHub,
  listFeaturedResources,
  ResourceCategory,
} from "../queries.server.ts";

type HubProps = {
  page: ReturnType<typeof getResourcesHub>;
  categories: ResourceCategory[];
  popular: ReturnType<typeof listFeaturedResources>;
};

export const HUB_CRUMBS = [
  { name: "Home", path: "/" },
  { name: "Resources", path: "/resources" },
];

export function ResourcesHub({ page, categories, popular }: HubProps) {
  return (
    <main id="main">
      <PageHero
        crumbs={HUB_CRUMBS}
        title={page.heroTitle}
        text={page.heroText}
        image="resources"
        stripClass="h-34"
      >
        <div className="mt-4">
          <ProblemSearch isTopic />
        </div>
        <p className="mt-3">
          Know what you need?{" "}
          <a href="/contact-us" className="link inline-block py-1">
            Get Free Quote
          </a>
        </p>
      </PageHero>
      <section className="bg-paper py-6 md:py-12" aria-label="Categories">
        <ul className="wrap grid gap-x-7 gap-y-6 md:grid-cols-2 md:gap-y-10 lg:grid-cols-4">
          {categories.map((category) => (
            <CategoryTile key={category.slug} category={category} />
          ))}
        </ul>
      </section>
      <PopularResources page={page} popular={popular} />
      <ClosingBand title={page.cta.title} text={<TextWithPhoneLinks text={page.cta.text} />}>
        <a href="/contact-us" className="btn btn-action">
          Get Free Quote
        </a>
      </ClosingBand>
    </main>
  );
}

/** The picture of a category stands beside its name on phones, and above it on wide screens. */
function CategoryTile({ category }: { category: ResourceCategory }) {
  const { phone, persona } = useSite();
  return (
    <li className="flex flex-col">
      <div className="grid grid-cols-[7rem_1fr] items-center gap-x-4 md:block">
        <SceneImage name={category.slug} className="h-auto w-full rounded-xl md:h-40" />
        <h2 className="text-2xl md:mt-3">{category.name}</h2>
      </div>
      <ul className="my-2.5">
        {category.resources.slice(0, MAX_HUB_RESOURCES).map((resource) => (
          <li key={resource.slug} className="py-1 leading-6">
            <a
              href={resource.path}
              data-alert={resource.comingSoon ? formatComingSoonAlert(phone, persona) : undefined}
              className="link py-1"
            >
              {resource.name}
            </a>{" "}
            {isAdvertorial(resource) ? (
              <span className="inline-block text-[0.9375rem] text-muted lg:block">Advertorial</span>
            ) : null}
          </li>
        ))}
      </ul>
      <a href={category.path} className="btn btn-line mt-auto self-start">
        View {category.name}
      </a>
    </li>
  );
}

function PopularResources({ page, popular }: Pick<HubProps, "page" | "popular">) {
  return (
    <section className="py-6 md:py-12">
      <div className="wrap">
        <h2 className="h2">{page.popular.title}</h2>
        <p className="mt-1 max-w-2xl leading-6">
          <PhoneText text={page.popular.text} />
        </p>
        <ul className="mt-4 grid gap-3 md:grid-cols-2 md:gap-5 lg:grid-cols-3">
          {popular.map((resource) => (
            <li
              key={resource.slug}
              className="scene-tile grid grid-cols-[1fr_3fr] md:grid-cols-[1fr_2fr]"
            >
              <SceneImage name={resource.image} className="size-full" />
              <div className="px-3 py-2 md:px-4 md:py-3">
                <h3 className="text-lg leading-6">{resource.name}</h3>
                {isAdvertorial(resource) ? (
                  <p className="mt-1 text-[0.9375rem] leading-5 text-muted md:hidden">
                    Advertorial
                  </p>
                ) : null}
                <p className="mt-1 hidden text-[0.9375rem] leading-5 text-muted md:block">
                  <PhoneText text={resource.summary} />
                </p>
                <a
                  href={resource.external ? resource.path : resource.categoryPath}
                  className="link inline-block py-1"
                  aria-label={`${getButtonText(resource.type)}: ${resource.name}`}
                >
                  {getButtonText(resource.type)}
                </a>
              </div>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
