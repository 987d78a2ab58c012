import { data, redirect } from "react-router";
import { appContext, requestInfoContext } from "#app/app-context.ts";
import { AdvertorialPage } from "#app/features/advertorials/components/advertorial-page.tsx";
import { articleMeta } from "#app/features/advertorials/components/article-meta.ts";
import { NOTICES } from "#app/features/advertorials/notices.ts";
import { openArticle } from "#app/features/advertorials/open-article.server.ts";
import { listForeignImageOrigins } from "#app/features/advertorials/shown-article.ts";
import { getPreviewer, previewSession } from "#app/features/auth/session.server.ts";
import {
  PopularServices,
  ProblemSearch,
} from "#app/features/catalog/components/problem-search.tsx";
import { ContentNotice } from "#app/features/content-editor/components/content-notice.tsx";
import type { Route } from "./+types/article";

const NO_STORE = { "Cache-Control": "no-store" };
const WAIT = { "Retry-After": "60" };

export const middleware: Route.MiddlewareFunction[] = [previewSession];

export async function loader({ context, request, params }: Route.LoaderArgs) {
  const app = context.get(appContext);
  const { origin, searchParams, search } = new URL(request.url);
  const site = await app.settings.get();
  const page = await openArticle(app, {
    slug: params.slug,
    site,
    previewUserId: getPreviewer({ request, context }),
  });
  if (page.view === "moved") throw redirect(page.to + search, 301);
  const isPreview = searchParams.has("preview");
  const headers = isPreview ? NO_STORE : undefined;
  const shown = { page, brand: site.brand, origin, noindex: isPreview };
  if (page.view !== "article") {
    const { status } = NOTICES[page.view];
    return data(shown, { status, headers: { ...headers, ...(status === 404 ? {} : WAIT) } });
  }
  context.get(requestInfoContext).imageSources = listForeignImageOrigins(page.article, origin);
  return data(shown, { headers });
}

export const headers: Route.HeadersFunction = ({ loaderHeaders }) => loaderHeaders;

export const meta: Route.MetaFunction = ({ loaderData }) => {
  const page = loaderData?.page;
  if (page?.view === "article") return articleMeta({ ...loaderData, page });
  return [
    { title: page ? NOTICES[page.view].title : "Content Not Found" },
    { name: "robots", content: "noindex" },
  ];
};

export default function Article({ loaderData: { page, brand } }: Route.ComponentProps) {
  return page.view === "article" ? (
    <AdvertorialPage {...page} brand={brand} />
  ) : (
    <ContentNotice {...NOTICES[page.view]} below={<PopularServices />}>
      <ProblemSearch />
    </ContentNotice>
  );
}
