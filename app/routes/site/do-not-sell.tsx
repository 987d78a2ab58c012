import { appContext, requestInfoContext } from "#app/app-context.ts";
import { PageHero } from "#app/components/layouts/page-hero.tsx";
import { TextWithContents } from "#app/components/layouts/text-with-contents.tsx";
import { PhoneLink } from "#app/components/ui/phone-link.tsx";
import { buildBreadcrumbData, jsonLd } from "#app/components/ui/structured-data.ts";
import { getLegalPage } from "#app/features/catalog/info-pages.server.ts";
import { useSite } from "#app/features/settings/use-site.ts";
import { buildPageMeta } from "#app/lib/seo.ts";
import type { Route } from "./+types/do-not-sell";

const CRUMBS = [
  { name: "Home", path: "/" },
  { name: "Do Not Sell or Share", path: "/do-not-sell" },
];

/**
 * Never in the page cache: the page itself responds to the browser's opt-out signal, without a
 * script.
 */
export async function loader({ context, request }: Route.LoaderArgs) {
  const site = await context.get(appContext).settings.get();
  return {
    page: getLegalPage(site, "do-not-sell"),
    origin: new URL(request.url).origin,
    gpc: context.get(requestInfoContext).caller.gpc,
  };
}

export const meta: Route.MetaFunction = ({ loaderData }) =>
  loaderData
    ? [
        ...buildPageMeta({ ...loaderData.page, path: "/do-not-sell", origin: loaderData.origin }),
        jsonLd(buildBreadcrumbData(loaderData.origin, CRUMBS)),
      ]
    : [];

export default function DoNotSell({ loaderData: { page, gpc } }: Route.ComponentProps) {
  const { phone } = useSite();
  return (
    <main id="main">
      <PageHero
        crumbs={CRUMBS}
        title={page.heading}
        text="No account, no reason and no fee. One form is enough."
        image="stop"
      >
        <p className="mt-5 flex flex-wrap gap-3">
          <a href="/stop" className="btn btn-action">
            Fill out the stop form
          </a>
          <PhoneLink phone={phone} icon label={`Call ${phone}`} className="btn btn-line" />
        </p>
      </PageHero>
      {gpc ? (
        <div className="wrap pt-6">
          <p
            role="status"
            className="max-w-2xl rounded-2xl border-2 border-ok bg-paper p-5 text-lg"
          >
            <strong>Opt-Out Request Honored.</strong> Your browser sends a Global Privacy Control
            signal, so you have nothing more to do.
          </p>
        </div>
      ) : null}
      <TextWithContents html={page.html} headings={page.headings} />
    </main>
  );
}
