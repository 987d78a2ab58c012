import { HITS_WHILE_TYPING } from "#app/features/search/constants.ts";
import { searchSite } from "#app/features/search/queries.server.ts";
import type { SearchAnswer } from "#app/features/search/schema.ts";
import { servicesContext } from "#app/services.ts";
import type { Route } from "./+types/search";

/** GET ?q=plumer → {hits: [{path, name, kind, summary}]}, best first, at most eight; asked for at every keystroke. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const site = await context.get(servicesContext).settings.get();
  const query = new URL(request.url).searchParams.get("q") ?? "";
  const answer: SearchAnswer = { hits: searchSite(site, query, HITS_WHILE_TYPING) };
  return Response.json(answer, { headers: { "Cache-Control": "public, max-age=60" } });
}
