import { appContext } from "#app/app-context.ts";
import { PageHero } from "#app/components/layouts/page-hero.tsx";
import { PhoneLink } from "#app/components/ui/phone-link.tsx";
import { RichText } from "#app/components/ui/rich-text.tsx";
import { buildBreadcrumbData, jsonLd } from "#app/components/ui/structured-data.ts";
import { getAboutPage } from "#app/features/catalog/info-pages.server.ts";
import { useSite } from "#app/features/settings/use-site.ts";
import { buildPageMeta } from "#app/lib/seo.ts";
import type { Route } from "./+types/about-us";

export async function loader({ context, request }: Route.LoaderArgs) {
  const site = await context.get(appContext).settings.get();
  return { page: getAboutPage(site), origin: new URL(request.url).origin };
}

const CRUMBS = [
  { name: "Home", path: "/" },
  { name: "About Us", path: "/about-us" },
];

export const meta: Route.MetaFunction = ({ loaderData }) =>
  loaderData
    ? [
        ...buildPageMeta({ ...loaderData.page, path: "/about-us", origin: loaderData.origin }),
        jsonLd(buildBreadcrumbData(loaderData.origin, CRUMBS)),
      ]
    : [];

export default function About({ loaderData: { page } }: Route.ComponentProps) {
  const { phone } = useSite();
  return (
    <main id="main">
      <PageHero crumbs={CRUMBS} title={page.heroTitle} text={page.heroText} image="about-us">
        <PhoneLink phone={phone} icon label={`Call ${phone}`} className="btn btn-action mt-6" />
      </PageHero>
      <section className="section bg-deep text-cream" aria-label="What we promise">
        <ul className="wrap grid gap-8 sm:grid-cols-2 lg:grid-cols-4">
          {page.promises.map(({ title, text }) => (
            <li key={title} className="border-t-4 border-sun pt-4">
              <h2 className="h3">{title}</h2>
              <p className="mt-2">{text}</p>
            </li>
          ))}
        </ul>
      </section>
      <section className="section">
        <div className="wrap">
          <RichText html={page.bodyHtml} className="[&>h2:first-child]:mt-0" />
          <p className="mt-8 flex flex-wrap gap-3">
            <a href="/home-services" className="btn btn-action">
              Find Services Near Me
            </a>
            <a href="/contact-us" className="btn btn-line">
              Contact Us
            </a>
          </p>
        </div>
      </section>
    </main>
  );
}
