import { appContext, requestInfoContext } from "#app/app-context.ts";
import { listPublishedContent } from "#app/features/public-pages/list-public-pages.server.ts";
import { HITS_ON_PAGE, HITS_WHILE_TYPING } from "#app/features/search/constants.ts";
import { orderByGroup } from "#app/features/search/group-hits.ts";
import { findEmergencyHit, searchSite } from "#app/features/search/queries.server.ts";
import type { SearchResponse } from "#app/features/search/schema.ts";
import { createLocalRateLimit } from "#app/lib/local-rate-limit.server.ts";
import type { Route } from "./+types/search";

/** More than anybody types. */
const allowsSearch = createLocalRateLimit({ perMinute: 240, now: Date.now });

/**
 * GET ?q=plumer → {hits: [{path, name, kind, snippet, scene}], total}: the best eight in the order
 * of the results page, which has `total` of them. The first one of an emergency, not counted, says
 * what to do.
 */
export async function loader({ request, context }: Route.LoaderArgs) {
  if (!allowsSearch(context.get(requestInfoContext).caller.address)) {
    return Response.json(
      { success: false, error: "Too many searches. Please wait a minute." },
      { status: 429, headers: { "Retry-After": "60" } },
    );
  }
  const app = context.get(appContext);
  const query = new URL(request.url).searchParams.get("q") ?? "";
  const hits = await searchSite(
    await app.settings.get(),
    await listPublishedContent(app),
    query,
    HITS_ON_PAGE,
  );
  const emergency = findEmergencyHit(query);
  const first = emergency ? [emergency] : [];
  const best = hits.slice(0, HITS_WHILE_TYPING - first.length);
  const body: SearchResponse = {
    hits: [...first, ...orderByGroup(best)],
    total: hits.length,
  };
  return Response.json(body, { headers: { "Cache-Control": "public, max-age=60" } });
}
