import { appContext } from "#app/app-context.ts";
import { PageHero } from "#app/components/layouts/page-hero.tsx";
import { ComicStrip } from "#app/components/ui/comic-strip.tsx";
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
        <p className="mt-5 flex flex-wrap gap-3">
          <a href="/home-services" className="btn btn-action">
            Find Services Near Me
          </a>
          <PhoneLink phone={phone} icon label={`Call ${phone}`} className="btn btn-line" />
        </p>
      </PageHero>
      <section aria-labelledby="steps-title" className="section bg-paper">
        <div className="wrap">
          <h2 id="steps-title" className="h2">
            How a request moves
          </h2>
          <ComicStrip captions={page.steps} />
        </div>
      </section>
      <section className="section" aria-label="Who we are">
        <div className="wrap grid items-start gap-x-14 gap-y-7 md:grid-cols-[minmax(0,65ch)_1fr]">
          <RichText html={page.bodyHtml} className="leading-7 [&>h2:first-child]:mt-0" />
          <aside
            aria-labelledby="promises-title"
            className="rounded-2xl bg-deep p-5 text-cream max-md:order-first md:sticky md:top-24"
          >
            <h2 id="promises-title" className="h3">
              What we promise
            </h2>
            <dl className="mt-2 grid gap-2.5 leading-6">
              {page.promises.map(({ title, text }) => (
                <div key={title}>
                  <dt className="font-bold text-sun">{title}</dt>
                  <dd>{text}</dd>
                </div>
              ))}
            </dl>
          </aside>
        </div>
      </section>
    </main>
  );
}
