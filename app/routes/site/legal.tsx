import { useLoaderData } from "react-router";
import { appContext } from "#app/app-context.ts";
import { TextWithContents } from "#app/components/layouts/text-with-contents.tsx";
import { Breadcrumb } from "#app/components/ui/breadcrumb.tsx";
import { getLegalPage, type LegalSlug } from "#app/features/catalog/info-pages.server.ts";
import { buildPageMeta } from "#app/lib/seo.ts";
import type { Route } from "./+types/legal";

export async function loader({ context, request }: Route.LoaderArgs) {
  const { pathname: address, origin } = new URL(request.url);
  const pathname = address.replace(/(?:\/_)?\.data$/, "");
  const site = await context.get(appContext).settings.get();
  return {
    page: getLegalPage(site, pathname.slice(1) as LegalSlug),
    path: pathname,
    origin,
    effective: site.policyDate,
  };
}

export const meta: Route.MetaFunction = ({ loaderData }) =>
  loaderData
    ? buildPageMeta({ ...loaderData.page, path: loaderData.path, origin: loaderData.origin })
    : [];

export default function Legal() {
  const { page, path, effective } = useLoaderData<typeof loader>();
  return (
    <main id="main">
      <header className="border-b border-line bg-sand">
        <div className="wrap pt-4 pb-7 md:py-9">
          <Breadcrumb
            crumbs={[
              { name: "Home", path: "/" },
              { name: page.heading, path },
            ]}
          />
          <h1 className="h1 mt-3">{page.heading}</h1>
          <p className="mt-3">Effective {effective}</p>
        </div>
      </header>
      <TextWithContents html={page.html} headings={page.headings} />
    </main>
  );
}
