import { data } from "react-router";
import { appContext } from "#app/app-context.ts";
import { NoticePage } from "#app/components/layouts/notice-page.tsx";
import { buildBreadcrumbData, jsonLd } from "#app/components/ui/structured-data.ts";
import {
  buildCategoryCrumbs,
  ResourceCategoryPage,
} from "#app/features/resources/components/resource-category-page.tsx";
import { getResourceCategory } from "#app/features/resources/queries.server.ts";
import { buildPageMeta } from "#app/lib/seo.ts";
import type { Route } from "./+types/category";

export async function loader({ context, request, params }: Route.LoaderArgs) {
  const site = await context.get(appContext).settings.get();
  const category = getResourceCategory(site, params.category);
  return data({ category, origin: new URL(request.url).origin }, { status: category ? 200 : 404 });
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

export default function ResourceCategoryRoute({ loaderData: { category } }: Route.ComponentProps) {
  if (category) return <ResourceCategoryPage category={category} />;
  return (
    <NoticePage
      title="Category not found"
      text="There is no such category. All guides and tools are on one page."
      image="henry-search"
    >
      <a href="/resources" className="btn btn-action">
        See all resources
      </a>
    </NoticePage>
  );
}
