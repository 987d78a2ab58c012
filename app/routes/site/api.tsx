import { ApiPage } from "#app/features/api/components/api-page.tsx";
import { MAX_BODY_KILOBYTES } from "#app/features/api/constants.ts";
import { describeDocument } from "#app/features/api/describe-document.ts";
import { getOpenApiDocument } from "#app/features/api/openapi.server.ts";
import {
  IDEMPOTENCY_HOURS,
  SCOPE_LABELS,
  SCOPES,
  WRONG_KEYS_PER_MINUTE,
} from "#app/features/api-keys/constants.ts";
import { API_PAGE, PROBLEMS } from "#app/lib/problem.ts";
import { buildPageMeta } from "#app/lib/seo.ts";
import type { Route } from "./+types/api";

export function loader({ request }: Route.LoaderArgs) {
  const site = new URL(request.url).origin;
  return {
    site,
    document: describeDocument(getOpenApiDocument(), { site }),
    scopes: SCOPES.map((scope) => ({ scope, label: SCOPE_LABELS[scope] })),
    problems: Object.entries(PROBLEMS).map(([code, problem]) => ({ code, ...problem })),
    limits: {
      wrongKeysPerMinute: WRONG_KEYS_PER_MINUTE,
      bodyKilobytes: MAX_BODY_KILOBYTES,
      idempotencyHours: IDEMPOTENCY_HOURS,
    },
  };
}

/** For the developers who have a key, not for visitors who search for help. */
export const meta: Route.MetaFunction = ({ loaderData }) =>
  loaderData
    ? buildPageMeta({
        title: "API",
        description: "How programs read and change requests, providers and metrics.",
        path: API_PAGE,
        origin: loaderData.site,
        noindex: true,
      })
    : [];

export default function Api({ loaderData }: Route.ComponentProps) {
  return <ApiPage {...loaderData} />;
}
