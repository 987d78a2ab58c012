import { ClosingBand } from "#app/components/layouts/closing-band.tsx";
import { PageHero } from "#app/components/layouts/page-hero.tsx";
import { PhoneLink } from "#app/components/ui/phone-link.tsx";
import { PhoneText } from "#app/components/ui/phone-text.tsx";
import { useSite } from "#app/features/settings/use-site.ts";
import { formatComingSoonAlert, getButtonText, MAX_HUB_RESOURCES } from "../constants.ts";
import type {
  getResourcesHub,
  listFeaturedResources,
  ResourceCategory,
} from "../queries.server.ts";
import { CategoryIcon } from "./category-icon.tsx";

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
  const { phone, persona } = useSite();
  return (
    <main id="main">
      <PageHero crumbs={HUB_CRUMBS} title={page.heroTitle} text={page.heroText} image="resources">
        <p className="mt-6 flex flex-wrap gap-3">
          <a href="/contact-us" className="btn btn-action">
            Get Free Quote
          </a>
          <PhoneLink phone={phone} icon label={`Call ${phone}`} className="btn btn-line" />
        </p>
      </PageHero>
      <section className="section bg-paper" aria-label="Categories">
        <ul className="wrap grid gap-5 md:grid-cols-2">
          {categories.map((category) => (
            <li
              key={category.slug}
              className="flex flex-col rounded-2xl border border-line bg-cream p-6"
            >
              <div className="flex items-center gap-4">
                <CategoryIcon icon={category.icon} color={category.color} />
                <h2 className="h3 min-w-0">{category.name}</h2>
              </div>
              <p className="mt-3">{category.heroSubtitle}</p>
              <ul className="mt-4 mb-6 divide-y divide-line border-y border-line">
                {category.resources.slice(0, MAX_HUB_RESOURCES).map((resource) => (
                  <li key={resource.slug}>
                    <a
                      href={resource.path}
                      data-alert={
                        resource.comingSoon ? formatComingSoonAlert(phone, persona) : undefined
                      }
                      className="block py-2 hover:text-action hover:underline"
                    >
                      {resource.name}
                    </a>
                  </li>
                ))}
              </ul>
              <a href={category.path} className="btn btn-line mt-auto self-start">
                View {category.name}
              </a>
            </li>
          ))}
        </ul>
      </section>
      <section className="section">
        <div className="wrap">
          <h2 className="h2">{page.popular.title}</h2>
          <p className="mt-2 max-w-2xl text-lg">
            <PhoneText text={page.popular.text} />
          </p>
          <ul className="mt-6 grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
            {popular.map((resource) => (
              <li
                key={resource.slug}
                className="flex flex-col rounded-2xl bg-paper p-5 shadow-card"
              >
                <h3 className="h3">{resource.name}</h3>
                <p className="mt-1.5 mb-4 text-[0.9375rem] text-muted">
                  <PhoneText text={resource.summary} />
                </p>
                <a
                  href={resource.external ? resource.path : resource.categoryPath}
                  className="link mt-auto self-start py-1"
                  aria-label={`${getButtonText(resource.type)}: ${resource.name}`}
                >
                  {getButtonText(resource.type)}
                </a>
              </li>
            ))}
          </ul>
        </div>
      </section>
      <ClosingBand title={page.cta.title} text={<PhoneText text={page.cta.text} />}>
        <a href="/contact-us" className="btn btn-action">
          Get Free Quote
        </a>
      </ClosingBand>
    </main>
  );
}
