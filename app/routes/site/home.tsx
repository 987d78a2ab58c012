import { appContext } from "#app/app-context.ts";
import { CheckIcon } from "#app/components/ui/chrome-icons.tsx";
import { Icon } from "#app/components/ui/icon.tsx";
import { PhoneLink } from "#app/components/ui/phone-link.tsx";
import { jsonLd } from "#app/components/ui/structured-data.ts";
import { ReasonList } from "#app/features/catalog/components/category-page.tsx";
import { getHomePage, listPopularServices } from "#app/features/catalog/queries.server.ts";
import { useSite } from "#app/features/settings/use-site.ts";
import { buildPageMeta } from "#app/lib/seo.ts";
import type { Route } from "./+types/home";

export async function loader({ context, request }: Route.LoaderArgs) {
  const site = await context.get(appContext).settings.get();
  return {
    page: getHomePage(site),
    popular: listPopularServices(site),
    origin: new URL(request.url).origin,
    brand: site.brand,
    phone: site.phone,
  };
}

export const meta: Route.MetaFunction = ({ loaderData }) =>
  loaderData
    ? [
        ...buildPageMeta({
          title: loaderData.page.title,
          description: loaderData.page.description,
          path: "/",
          origin: loaderData.origin,
        }),
        jsonLd({
          "@type": "Organization",
          name: loaderData.brand,
          url: `${loaderData.origin}/`,
          telephone: loaderData.phone,
          logo: `${loaderData.origin}/apple-touch-icon.png`,
        }),
      ]
    : [];

const READING_LINKS = [
  { name: "How the helpline works", path: "/articles/henry-helpline" },
  { name: "Clogged toilet? Start here", path: "/articles/clogged-toilets" },
  { name: "Quiz: AC not cooling", path: "/quiz/ac-not-cooling" },
] as const;

export default function Home({ loaderData: { page, popular } }: Route.ComponentProps) {
  const { phone, persona } = useSite();
  return (
    <main id="main">
      <section className="overflow-hidden border-b border-line">
        <div className="wrap grid items-end gap-x-8 md:grid-cols-[1.35fr_1fr]">
          <div className="py-10 md:py-16">
            <p className="font-display text-lg font-bold text-action">{page.tagline}</p>
            <h1 className="h1 mt-3">{page.heroTitle}</h1>
            <p className="mt-4 max-w-xl text-lg">{page.heroText}</p>
            <div className="mt-7 flex flex-wrap gap-3">
              <a href="/home-services" className="btn btn-action">
                Find Services Near Me
              </a>
              <PhoneLink phone={phone} icon label={`Call ${phone}`} className="btn btn-line" />
            </div>
            <ul className="mt-7 flex flex-wrap gap-x-6 gap-y-2 font-semibold">
              {page.badges.map((badge) => (
                <li key={badge} className="flex items-center gap-2">
                  <CheckIcon className="size-5 text-ok" />
                  {badge}
                </li>
              ))}
            </ul>
          </div>
          <img
            src="/art/henry-wave.svg"
            width="400"
            height="480"
            alt={`${persona}, our helper, waving`}
            className="mx-auto h-auto w-56 md:w-full md:max-w-sm"
          />
        </div>
      </section>

      <section className="section bg-paper">
        <div className="wrap">
          <h2 className="h2">All Services</h2>
          <div className="mt-6 grid gap-5 md:grid-cols-2">
            {page.allServices.map((card, index) => (
              <a
                key={card.title}
                href={index === 0 ? "/home-services" : "/resources"}
                className="grid grid-cols-[minmax(0,7rem)_minmax(0,1fr)] items-center gap-4 rounded-2xl border border-line bg-cream p-5 hover:border-action sm:grid-cols-[minmax(0,10rem)_minmax(0,1fr)]"
              >
                <img
                  src={index === 0 ? "/art/home-services.svg" : "/art/resources.svg"}
                  width="320"
                  height="220"
                  alt=""
                  loading="lazy"
                  className="h-auto w-full"
                />
                <span>
                  <span className="h3 block font-display font-bold">{card.title}</span>
                  <span className="mt-1 block">{card.text}</span>
                </span>
              </a>
            ))}
          </div>
          <p className="mt-5">
            {page.auto}{" "}
            <a href="/auto" className="link">
              See auto services
            </a>
          </p>
        </div>
      </section>

      <section className="section">
        <div className="wrap">
          <h2 className="h2">Popular Services</h2>
          <ul className="mt-6 grid grid-cols-2 gap-3 sm:gap-4 lg:grid-cols-4">
            {popular.map((service) => (
              <li
                key={service.slug}
                className="flex flex-col rounded-2xl bg-paper p-4 shadow-card sm:p-5"
              >
                <Icon name={service.icon} className="size-8 text-action" />
                <h3 className="h3 mt-3">{service.name}</h3>
                <p className="mt-1 mb-3 text-[0.9375rem] text-muted">
                  Fast, reliable {service.name} services from trusted local professionals.
                </p>
                <a
                  href={service.path}
                  aria-label={`Get Help Now: ${service.name}`}
                  className="link mt-auto self-start py-1"
                >
                  Get Help Now
                </a>
              </li>
            ))}
          </ul>
        </div>
      </section>

      <section className="section bg-deep text-cream">
        <div className="wrap flex flex-wrap items-center justify-between gap-x-10 gap-y-5">
          <h2 className="h2">Why Choose {persona}</h2>
          <div className="flex flex-wrap gap-3">
            {READING_LINKS.map((link) => (
              <a key={link.path} href={link.path} className="btn border-cream/50 hover:bg-petrol">
                {link.name}
              </a>
            ))}
          </div>
        </div>
      </section>
      <ReasonList reasons={page.why} />
    </main>
  );
}
