import { appContext } from "#app/app-context.ts";
import { AlertIcon } from "#app/components/ui/chrome-icons.tsx";
import { EmergencyText } from "#app/components/ui/emergency-text.tsx";
import { PhoneLink } from "#app/components/ui/phone-link.tsx";
import { buildBreadcrumbData, jsonLd } from "#app/components/ui/structured-data.ts";
import { ServiceListing } from "#app/features/catalog/components/service-listing.tsx";
import { QuizLinks } from "#app/features/catalog/components/service-page/service-quizzes.tsx";
import { getAutoPage, listAutoGroups } from "#app/features/catalog/queries.server.ts";
import { QUIZZES_PATH } from "#app/features/quizzes/constants.ts";
import { listQuizzesOfServices } from "#app/features/quizzes/list-public-quizzes.server.ts";
import { useSite } from "#app/features/settings/use-site.ts";
import { buildPageMeta } from "#app/lib/seo.ts";
import type { Route } from "./+types/auto";

const PATH = "/auto";
const MAX_QUIZZES = 6;

export async function loader({ context, request }: Route.LoaderArgs) {
  const app = context.get(appContext);
  const site = await app.settings.get();
  const groups = listAutoGroups(site);
  return {
    page: getAutoPage(site),
    groups,
    quizzes: await listQuizzesOfServices(
      app,
      groups.flatMap(({ services }) => services.map(({ slug }) => slug)),
      MAX_QUIZZES,
    ),
    origin: new URL(request.url).origin,
  };
}

export const meta: Route.MetaFunction = ({ loaderData }) =>
  loaderData
    ? [
        ...buildPageMeta({ ...loaderData.page, path: PATH, origin: loaderData.origin }),
        jsonLd(
          buildBreadcrumbData(loaderData.origin, [
            { name: "Home", path: "/" },
            { name: "Auto Services", path: PATH },
          ]),
        ),
      ]
    : [];

export default function Auto({ loaderData: { page, groups, quizzes } }: Route.ComponentProps) {
  const { phone } = useSite();
  return (
    <ServiceListing
      name="Auto Services"
      path={PATH}
      page={page}
      image="auto"
      groups={groups}
      urgent={
        <div className="@container mt-3 max-w-xl rounded-2xl border-2 border-danger bg-paper p-3">
          <p className="flex items-start gap-2 leading-6 font-semibold text-danger">
            <AlertIcon />
            <span className="min-w-0">
              <EmergencyText text={page.stranded.text} />
            </span>
          </p>
          <div className="mt-3 grid gap-2 @min-[17rem]:grid-cols-2">
            <PhoneLink
              phone={phone}
              label={`Call ${phone}`}
              className="btn btn-action px-2 leading-5"
            />
            <a href="/auto/towing" className="btn btn-line px-2 leading-5">
              {page.stranded.action}
            </a>
          </div>
        </div>
      }
    >
      {quizzes.length > 0 ? (
        <section aria-labelledby="quizzes-title" className="mt-8 md:mt-12">
          <h2 id="quizzes-title" className="text-2xl">
            {page.quizzes.title}
          </h2>
          <p className="mt-1">{page.quizzes.text}</p>
          <QuizLinks quizzes={quizzes} className="mt-3 md:grid-cols-2" />
          <p className="mt-3">
            <a href={`${QUIZZES_PATH}#quizzes-cars`} className="link">
              All car quizzes
            </a>
          </p>
        </section>
      ) : null}
      <p className="mt-6">
        Is it the house?{" "}
        <a href="/home-services" className="link">
          See home services
        </a>
      </p>
    </ServiceListing>
  );
}
