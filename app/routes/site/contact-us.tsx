import { appContext } from "#app/app-context.ts";
import { PageHero } from "#app/components/layouts/page-hero.tsx";
import { CheckIcon } from "#app/components/ui/chrome-icons.tsx";
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
        <p className="mt-5 flex flex-wrap gap-3">
          <PhoneLink phone={phone} icon label={`Call ${phone}`} className="btn btn-action" />
          <QuoteLink label={GENERAL_LABEL} className="btn btn-line">
            Get Free Quote
          </QuoteLink>
        </p>
      </PageHero>
      <section className="section bg-paper">
        <div className="wrap grid items-start gap-x-14 gap-y-8 md:grid-cols-2">
          <Emergency emergency={page.emergency} phone={phone} />
          <div>
            <h2 className="h2">{page.before.title}</h2>
            <p className="mt-1 text-muted">{page.before.text}</p>
            <ul className="mt-3 border-t border-line">
              {page.before.points.map((point) => (
                <li key={point} className="flex gap-3 border-b border-line py-2 leading-6">
                  <CheckIcon className="mt-0.5 size-5 shrink-0 text-ok" />
                  {point}
                </li>
              ))}
            </ul>
          </div>
        </div>
      </section>
      <section className="section" aria-label="Ways to reach us">
        <div className="wrap grid items-start gap-x-14 gap-y-8 md:grid-cols-2">
          <div className="grid gap-5">
            <ContactMethod {...page.phone}>
              <PhoneLink phone={phone} className="link h2 inline-block font-display" />
            </ContactMethod>
            <ContactMethod {...page.support}>
              <MailLink address={email} />
            </ContactMethod>
            <ContactMethod {...page.help}>
              <MailLink address={helpEmail} />
            </ContactMethod>
          </div>
          <dl className="border-t border-line">
            {[page.hours, page.response, page.area].map(({ title, text }) => (
              <div key={title} className="border-b border-line py-3">
                <dt className="font-display text-lg font-bold">{title}</dt>
                <dd>
                  <PhoneText text={text} />
                </dd>
              </div>
            ))}
          </dl>
        </div>
      </section>
    </main>
  );
}

type Titled = { title: string; text: string };

/** Before anything else: what to do where somebody is in danger. */
function Emergency({ emergency, phone }: { emergency: Titled; phone: string }) {
  return (
    <div className="rounded-2xl border-2 border-danger p-5">
      <h2 className="h2 text-danger">{emergency.title}</h2>
      <p className="mt-2">
        <PhoneText text={emergency.text} />
      </p>
      <p className="mt-4 flex flex-wrap gap-3">
        <a href="tel:911" className="btn bg-danger text-paper">
          Call 911
        </a>
        <PhoneLink phone={phone} icon label={`Call ${phone}`} className="btn btn-line" />
      </p>
    </div>
  );
}

function ContactMethod({ title, text, children }: Titled & { children: React.ReactNode }) {
  return (
    <div>
      <h2 className="text-lg">{title}</h2>
      <p>{children}</p>
      <p className="text-muted">
        <PhoneText text={text} />
      </p>
    </div>
  );
}

const MailLink = ({ address }: { address: string }) => (
  <a href={`mailto:${address}`} className="link inline-block py-1 break-all">
    {address}
  </a>
);
