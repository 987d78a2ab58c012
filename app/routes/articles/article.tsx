import { data } from "react-router";
import { NoticePage } from "#app/components/layouts/notice-page.tsx";
import { jsonLd } from "#app/components/ui/structured-data.ts";
import { AdvertorialPage } from "#app/features/advertorials/components/advertorial-page.tsx";
import { getFixedAdvertorial } from "#app/features/advertorials/queries.server.ts";
import { pageMeta } from "#app/lib/seo.ts";
import { servicesContext } from "#app/services.ts";
import type { Route } from "./+types/article";

export async function loader({ context, request, params }: Route.LoaderArgs) {
  const site = await context.get(servicesContext).settings.get();
  const content = params.slug ? getFixedAdvertorial(site, params.slug) : null;
  const { origin, pathname } = new URL(request.url);
  return data({ content, named: params.slug !== undefined, phone: site.phone, brand: site.brand, origin, path: pathname }, { status: content ? 200 : 404 });
}

export const meta: Route.MetaFunction = ({ loaderData }) => {
  if (!loaderData?.content) return [{ title: "Content Not Found" }, { name: "robots", content: "noindex" }];
  const { content, origin, path, brand } = loaderData;
  const publisher = { "@type": "Organization", name: brand, url: `${origin}/` };
  return [
    ...pageMeta({ title: content.meta.title, description: content.meta.description, path, origin }),
    { name: "keywords", content: content.meta.keywords.join(", ") },
    jsonLd({
      "@type": "AdvertiserContentArticle",
      headline: content.hero.title,
      description: content.meta.description,
      dateModified: content.updated,
      mainEntityOfPage: origin + path,
      author: publisher,
      publisher,
    }),
  ];
};

export default function Article({ loaderData: { content, named, phone } }: Route.ComponentProps) {
  if (content) return <AdvertorialPage {...content} cta={{ ...content.cta, phone }} />;
  return (
    <NoticePage title="Content Not Found" text={named ? "Advertorial not found" : "No advertorial specified"} picture="henry-search">
      <a href="/" className="btn btn-action">
        Go Home
      </a>
    </NoticePage>
  );
}
