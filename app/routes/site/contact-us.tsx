import { appContext } from "#app/app-context.ts";
import { PageHero } from "#app/components/layouts/page-hero.tsx";
import { PhoneLink } from "#app/components/ui/phone-link.tsx";
import { PhoneText } from "#app/components/ui/phone-text.tsx";
import { buildBreadcrumbData, jsonLd } from "#app/components/ui/structured-data.ts";
import { QuoteLink } from "#app/features/catalog/components/quote-link.tsx";
import { getContactPage } from "#app/features/catalog/info-pages.server.ts";
import { GENERAL_LABEL } from "#app/features/resources/constants.ts";
import { useSite } from "#app/features/settings/use-site.ts";
import { buildPageMeta } from "#app/lib/seo.ts";
import type { Route } from "./+types/contact-us";

export async function loader({ context, request }: Route.LoaderArgs) {
  const site = await context.get(appContext).settings.get();
  return { page: getContactPage(site), origin: new URL(request.url).origin };
}

const CRUMBS = [
  { name: "Home", path: "/" },
  { name: "Contact Us", path: "/contact-us" },
];

export const meta: Route.MetaFunction = ({ loaderData }) =>
  loaderData
    ? [
        ...buildPageMeta({ ...loaderData.page, path: "/contact-us", origin: loaderData.origin }),
        jsonLd(buildBreadcrumbData(loaderData.origin, CRUMBS)),
      ]
    : [];

export default function Contact({ loaderData: { page } }: Route.ComponentProps) {
  const { phone, email, helpEmail } = useSite();
  return (
    <main id="main">
      <PageHero crumbs={CRUMBS} title={page.heroTitle} text={page.heroText} image="contact-us">
        <p className="mt-6 flex flex-wrap gap-3">
          <PhoneLink phone={phone} icon label={`Call ${phone}`} className="btn btn-action" />
          <QuoteLink label={GENERAL_LABEL} className="btn btn-line">
            Get Free Quote
          </QuoteLink>
        </p>
      </PageHero>
      <section className="section bg-paper" aria-label="Ways to reach us">
        <div className="wrap grid gap-x-10 gap-y-8 md:grid-cols-3">
          <ContactMethod title={page.phone.title} text={page.phone.text}>
            <PhoneLink phone={phone} className="link font-display text-xl" />
          </ContactMethod>
          <ContactMethod title={page.support.title} text={page.support.text}>
            <MailLink address={email} />
          </ContactMethod>
          <ContactMethod title={page.help.title} text={page.help.text}>
            <MailLink address={helpEmail} />
          </ContactMethod>
          <ContactMethod title={page.hours.title} text={page.hours.text} />
          <ContactMethod title={page.response.title} text={page.response.text} />
          <ContactMethod title={page.area.title} text={page.area.text} />
        </div>
      </section>
      <section className="section">
        <div className="wrap grid items-start gap-10 md:grid-cols-2">
          <div className="rounded-2xl border-2 border-danger bg-paper p-6">
            <h2 className="h3 text-danger">{page.emergency.title}</h2>
            <p className="mt-2">
              <PhoneText text={page.emergency.text} />
            </p>
            <PhoneLink phone={phone} icon label={`Call ${phone}`} className="btn btn-action mt-5" />
          </div>
          <div>
            <h2 className="h3">{page.before.title}</h2>
            <ul className="mt-3 grid list-disc gap-2 pl-5">
              {page.before.points.map((point) => (
                <li key={point}>{point}</li>
              ))}
            </ul>
          </div>
        </div>
      </section>
    </main>
  );
}

function ContactMethod({
  title,
  text,
  children,
}: {
  title: string;
  text: string;
  children?: React.ReactNode;
}) {
  return (
    <div className="border-t-4 border-sun pt-4">
      <h2 className="h3">{title}</h2>
      <p className="mt-2">
        <PhoneText text={text} />
      </p>
      {children ? <p className="mt-3">{children}</p> : null}
    </div>
  );
}

const MailLink = ({ address }: { address: string }) => (
  <a href={`mailto:${address}`} className="link inline-block py-1 break-all">
    {address}
  </a>
);
