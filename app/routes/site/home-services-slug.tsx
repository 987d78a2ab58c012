import { data } from "react-router";
import { appContext } from "#app/app-context.ts";
import { NoticePage } from "#app/components/layouts/notice-page.tsx";
import { buildBreadcrumbData, jsonLd } from "#app/components/ui/structured-data.ts";
import {
  buildCategoryCrumbs,
  CategoryPageView,
} from "#app/features/catalog/components/category-page.tsx";
import {
  PopularServices,
  ProblemSearch,
} from "#app/features/catalog/components/problem-search.tsx";
import { buildServiceMeta } from "#app/features/catalog/components/service-meta.ts";
import { ServicePageView } from "#app/features/catalog/components/service-page/service-page.tsx";
import {
  getCategoryPage,
  getHomePage,
  getServicePage,
  getSharedTexts,
} from "#app/features/catalog/queries.server.ts";
import { QUIZZES_PATH } from "#app/features/quizzes/constants.ts";
import {
  listQuizzesOfServices,
  listServiceQuizzes,
} from "#app/features/quizzes/list-public-quizzes.server.ts";
import { findProjectSizes } from "#app/features/resources/find-price-range.server.ts";
import { listSignDangers } from "#app/features/search/queries.server.ts";
import { buildPageMeta } from "#app/lib/seo.ts";
import type { Route } from "./+types/home-services-slug";

const MAX_CATEGORY_QUIZZES = 4;

/** Shows the category with this slug, or else the service, or else a 404 page. */
export async function loader({ context, request, params }: Route.LoaderArgs) {
  const app = context.get(appContext);
  const site = await app.settings.get();
  const common = { origin: new URL(request.url).origin, brand: site.brand };
  const category = getCategoryPage(site, params.slug);
  if (category)
    return data({
      ...common,
      kind: "category" as const,
      page: category,
      reasons: getHomePage(site).why,
      insurance: getSharedTexts(site).insurance,
      quizzes: await listQuizzesOfServices(
        app,
        category.services.map(({ slug }) => slug),
        MAX_CATEGORY_QUIZZES,
      ),
    });
  const service = getServicePage(site, "home", params.slug);
  if (service) {
    const quizzes = await listServiceQuizzes(app, params.slug);
    const signDangers = listSignDangers(service.signs);
    // Someone with an emergency does not compare sizes of projects.
    const sizes = service.jobType === "project" ? findProjectSizes(params.slug) : null;
    return data({
      ...common,
      kind: "service" as const,
      page: service,
      quizzes,
      signDangers,
      sizes,
    });
  }
  return data({ ...common, kind: "none" as const }, { status: 404 });
}

export const meta: Route.MetaFunction = ({ loaderData }) => {
  if (!loaderData || loaderData.kind === "none")
    return [{ title: "Category not found" }, { name: "robots", content: "noindex" }];
  if (loaderData.kind === "service") return buildServiceMeta(loaderData.page, loaderData);
  const { page, origin } = loaderData;
  return [
    ...buildPageMeta({
      title: page.title,
      description: page.description,
      path: `/home-services/${page.slug}`,
      origin,
    }),
    jsonLd(buildBreadcrumbData(origin, buildCategoryCrumbs(page))),
  ];
};

export default function HomeServicesSlug({ loaderData }: Route.ComponentProps) {
  if (loaderData.kind === "category")
    return (
      <CategoryPageView
        page={loaderData.page}
        reasons={loaderData.reasons}
        insurance={loaderData.insurance}
        quizzes={loaderData.quizzes}
        quizzesPath={QUIZZES_PATH}
      />
    );
  if (loaderData.kind === "service") return <ServicePageView {...loaderData} />;
  return (
    <NoticePage
      title="Category not found"
      text="There is no such category or service. Say what is wrong, and we look for the right page."
      image="not-found"
      below={<PopularServices />}
    >
      <ProblemSearch />
      <a href="/home-services" className="btn btn-line">
        See all services
      </a>
    </NoticePage>
  );
}
