import { appContext, requestInfoContext } from "#app/app-context.ts";
import { Breadcrumb } from "#app/components/ui/breadcrumb.tsx";
import { RichText } from "#app/components/ui/rich-text.tsx";
import { buildBreadcrumbData, jsonLd } from "#app/components/ui/structured-data.ts";
import { getLegalPage } from "#app/features/catalog/info-pages.server.ts";
import { buildPageMeta } from "#app/lib/seo.ts";
import type { Route } from "./+types/do-not-sell";

const CRUMBS = [
  { name: "Home", path: "/" },
  { name: "Do Not Sell or Share My Personal Information", path: "/do-not-sell" },
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
  return (
    <main id="main" className="wrap section">
      <Breadcrumb crumbs={CRUMBS} />
      <h1 className="h1 mt-4 max-w-3xl">{page.heading}</h1>
      {gpc ? (
        <p
          role="status"
          className="mt-6 max-w-2xl rounded-2xl border-2 border-ok bg-paper p-5 text-lg"
        >
          <strong>Opt-Out Request Honored.</strong> Your browser sends a Global Privacy Control
          signal, so you have nothing more to do.
        </p>
      ) : null}
      <RichText html={page.bodyHtml} className="mt-6" />
    </main>
  );
}
