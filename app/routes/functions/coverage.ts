import { appContext, requestInfoContext } from "#app/app-context.ts";
import { findService } from "#app/features/catalog/find-service.server.ts";
import { countCoveringProviders } from "#app/features/providers/queries.server.ts";
import { describeCoverage } from "#app/features/requests/quote/describe-coverage.ts";
import { rateKey } from "#app/lib/rate-key.ts";
import { consumeRateLimit } from "#app/lib/rate-limit.server.ts";
import { findPlace } from "#app/lib/zip.server.ts";
import type { Route } from "./+types/coverage";

const LOOKUPS_PER_MINUTE = 60;

/**
 * GET ?zip=30301&service=plumbing → {success, city, state, providers: {listed, inCategory},
 * message}; city and state null for a ZIP that does not exist.
 */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { db, settings, now } = context.get(appContext);
  const { caller } = context.get(requestInfoContext);
  const query = new URL(request.url).searchParams;
  const zip = query.get("zip") ?? "";
  if (!/^\d{5}$/.test(zip))
    return Response.json({ success: false, error: "zip: five digits" }, { status: 400 });
  const allowed = await consumeRateLimit(db, {
    key: `coverage:${rateKey(caller.address)}`,
    limit: LOOKUPS_PER_MINUTE,
    windowSeconds: 60,
    now: now(),
  });
  if (!allowed)
    return Response.json(
      { success: false, error: "Too many look-ups. Please wait a minute." },
      { status: 429, headers: { "Retry-After": "60" } },
    );
  const slug = query.get("service") ?? "";
  const service = findService(slug);
  const providers = await countCoveringProviders(db, {
    zip,
    service: service ? { slug, ...service } : undefined,
    now: now(),
  });
  const place = findPlace(zip);
  const city = place?.city ?? null;
  const message = describeCoverage({
    zip,
    city,
    trade: service?.trade ?? "professional",
    providers,
    persona: (await settings.get()).persona,
  });
  return Response.json(
    { success: true, city, state: place?.state ?? null, providers, message },
    { headers: { "Cache-Control": "no-store" } },
  );
}
