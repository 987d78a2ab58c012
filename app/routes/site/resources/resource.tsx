import { data } from "react-router";
import { appContext } from "#app/app-context.ts";
import { NoticePage } from "#app/components/layouts/notice-page.tsx";
import { PhoneLink } from "#app/components/ui/phone-link.tsx";
import { buildFaqData, jsonLd } from "#app/components/ui/structured-data.ts";
import { findService } from "#app/features/catalog/find-service.server.ts";
import { ArticleText } from "#app/features/resources/components/article-text.tsx";
import { GuideFrame } from "#app/features/resources/components/guide-frame.tsx";
import { GuideView } from "#app/features/resources/components/guide-view.tsx";
import { buildResourceMeta } from "#app/features/resources/components/resource-meta.ts";
import { GENERAL_LABEL } from "#app/features/resources/constants.ts";
import {
  findResourceDate,
  getArticle,
  getGuide,
  isGuide,
} from "#app/features/resources/guides.server.ts";
import { getResource } from "#app/features/resources/queries.server.ts";
import { useSite } from "#app/features/settings/use-site.ts";
import { toBusinessDay } from "#app/lib/business-days.ts";
import type { Route } from "./+types/resource";

/**
 * Guides, articles, and resources that are announced but not published. Tools have their own
 * routes.
 */
export async function loader({
  context,
  request,
  params: { category, resource },
}: Route.LoaderArgs) {
  const { settings, now } = context.get(appContext);
  const site = await settings.get();
  const page = getResource(site, category, resource);
  if (!page) throw data("Not Found", { status: 404, statusText: "Not Found" });
  const common = {
    page,
    origin: new URL(request.url).origin,
    brand: site.brand,
    updated: findResourceDate(resource),
  };
  const article = getArticle(site, resource);
  if (article)
    return {
      ...common,
      kind: "article" as const,
      article,
      services: article.services.flatMap((slug) => findService(slug) ?? []),
    };
  if (isGuide(resource))
    return {
      ...common,
      kind: "guide" as const,
      slug: resource,
      guide: getGuide(site, resource),
      today: toBusinessDay(now(), site.timeZone),
    };
  return { ...common, kind: "coming-soon" as const };
}

export const meta: Route.MetaFunction = ({ loaderData }) => {
  if (!loaderData) return [];
  if (loaderData.kind === "coming-soon")
    return [
      { title: `${loaderData.page.name}: Coming Soon` },
      { name: "robots", content: "noindex" },
    ];
  const questions =
    loaderData.kind === "article"
      ? loaderData.article.faq
      : loaderData.slug === "faq"
        ? faqEntries(loaderData.guide)
        : undefined;
  return [
    ...buildResourceMeta(loaderData),
    ...(questions ? [jsonLd(buildFaqData(questions))] : []),
  ];
};

const faqEntries = (guide: object) =>
  "categories" in guide
    ? (
        guide as { categories: { entries: { question: string; answer: string }[] }[] }
      ).categories.flatMap(({ entries }) => entries)
    : [];

export default function Resource({ loaderData }: Route.ComponentProps) {
  const { phone } = useSite();
  const { page } = loaderData;
  if (loaderData.kind === "guide")
    return (
      <GuideView
        slug={loaderData.slug}
        guide={loaderData.guide}
        page={page}
        today={loaderData.today}
      />
    );
  if (loaderData.kind === "article") {
    const { article, services } = loaderData;
    return (
      <GuideFrame
        page={page}
        intro={article.intro}
        closing={{
          title: "Talk it over with a person",
          text: "Call us, or send a short request and say how you want to be reached.",
        }}
        quoteLabel={GENERAL_LABEL}
      >
        <ArticleText article={article} services={services} />
      </GuideFrame>
    );
  }
  return (
    <NoticePage
      title={page.name}
      text="This page is coming soon. Until then, please call and tell us how it went."
      image="coming-soon"
    >
      <PhoneLink phone={phone} icon label={`Call ${phone}`} className="btn btn-action" />
      <a href={page.category.path} className="btn btn-line">
        {page.category.name}
      </a>
    </NoticePage>
  );
}
