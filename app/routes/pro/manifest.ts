import { appContext } from "#app/app-context.ts";
import { buildProviderManifest } from "#app/features/push/build-manifest.ts";
import type { Route } from "./+types/manifest";

/** What a phone needs to install the portal. Browsers fetch it without cookies. */
export async function loader({ context }: Route.LoaderArgs) {
  const { brand } = await context.get(appContext).settings.get();
  return new Response(JSON.stringify(buildProviderManifest(brand)), {
    headers: { "Content-Type": "application/manifest+json" },
  });
}
