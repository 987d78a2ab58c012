import { data } from "react-router";
import { appContext } from "#app/app-context.ts";
import { NoticePage } from "#app/components/layouts/notice-page.tsx";
import { buildBreadcrumbData, jsonLd } from "#app/components/ui/structured-data.ts";
import {
  PopularServices,
  ProblemSearch,
} from "#app/features/catalog/components/problem-search.tsx";
import { QUIZZES_PATH } from "#app/features/quizzes/constants.ts";
import { listQuizAreas } from "#app/features/quizzes/list-public-quizzes.server.ts";
import {
  buildCategoryCrumbs,
  ResourceCategoryPage,
} from "#app/features/resources/components/resource-category-page.tsx";
import { getResourceCategory } from "#app/features/resources/queries.server.ts";
import { buildPageMeta } from "#app/lib/seo.ts";
import type { Route } from "./+types/category";

export async function loader({ context, request, params }: Route.LoaderArgs) {
  const app = context.get(appContext);
  const category = getResourceCategory(await app.settings.get(), params.category);
  const quizAreas = category?.path === QUIZZES_PATH ? await listQuizAreas(app) : [];
  const { origin } = new URL(request.url);
  return data({ category, quizAreas, origin }, { status: category ? 200 : 404 });
}

export const meta: Route.MetaFunction = ({ loaderData }) => {
  if (!loaderData?.category)
    return [{ title: "Category not found" }, { name: "robots", content: "noindex" }];
  const { category, origin } = loaderData;
  return [
    ...buildPageMeta({ ...category, origin }),
    jsonLd(buildBreadcrumbData(origin, buildCategoryCrumbs(category))),
  ];
};

export default function ResourceCategoryRoute({
  loaderData: { category, quizAreas },
}: Route.ComponentProps) {
  if (category) return <ResourceCategoryPage category={category} quizAreas={quizAreas} />;
  return (
    <NoticePage
      title="Category not found"
      text="There is no such category. Say what is wrong, and we look for the right page."
      image="not-found"
      below={<PopularServices />}
    >
      <ProblemSearch />
      <a href="/resources" className="btn btn-line">
        See all resources
      </a>
    </NoticePage>
  );
}
