import { data } from "react-router";
import { appContext } from "#app/app-context.ts";
import { buildServiceMeta } from "#app/features/catalog/components/service-meta.ts";
import { ServicePageView } from "#app/features/catalog/components/service-page/service-page.tsx";
import { getServicePage } from "#app/features/catalog/queries.server.ts";
import { listServiceQuizzes } from "#app/features/quizzes/list-public-quizzes.server.ts";
import { listSignDangers } from "#app/features/search/queries.server.ts";
import type { Route } from "./+types/auto-service";

export async function loader({ context, request, params }: Route.LoaderArgs) {
  const app = context.get(appContext);
  const site = await app.settings.get();
  const page = getServicePage(site, "auto", params.slug);
  if (!page) throw data("Not Found", { status: 404, statusText: "Not Found" });
  const quizzes = await listServiceQuizzes(app, params.slug);
  return {
    page,
    quizzes,
    signDangers: listSignDangers(page.signs),
    origin: new URL(request.url).origin,
    brand: site.brand,
  };
}

export const meta: Route.MetaFunction = ({ loaderData }) =>
  loaderData ? buildServiceMeta(loaderData.page, loaderData) : [];

export default function AutoService({ loaderData }: Route.ComponentProps) {
  return <ServicePageView {...loaderData} />;
}
