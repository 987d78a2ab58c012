import { join } from "node:path";
import { appContext } from "#app/app-context.ts";
import { getOgImage } from "#app/features/media/og-images.server.ts";
import {
  findPublicPage,
  listPublishedContent,
} from "#app/features/public-pages/list-public-pages.server.ts";
import { createNotFoundResponse } from "#app/lib/not-found-response.ts";
import type { Route } from "./+types/og-image";

/** The sharing image of a page: /og/home.png for the home page, otherwise /og/<its path>.png. */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const app = context.get(appContext);
  const { env } = app;
  const site = await app.settings.get();
  const path = parsePagePath(params["*"]);
  const page = path === null ? null : findPublicPage(site, await listPublishedContent(app), path);
  if (!page) return createNotFoundResponse();
  const { png, etag } = await getOgImage(
    { title: page.title, label: page.label, brand: site.brand, illustration: page.image },
    { directory: join(env.DATA_DIR, "og") },
  );
  const headers = { "Cache-Control": "public, max-age=86400", ETag: etag };
  if (matchesEtag(request.headers.get("if-none-match"), etag))
    return new Response(null, { status: 304, headers });
  return new Response(new Uint8Array(png), {
    headers: { ...headers, "Content-Type": "image/png", "Content-Length": String(png.length) },
  });
}

function parsePagePath(name: string): string | null {
  if (!name.endsWith(".png")) return null;
  const path = name.slice(0, -".png".length);
  return path === "home" ? "/" : `/${path}`;
}

function matchesEtag(header: string | null, etag: string): boolean {
  return (
    header
      ?.split(",")
      .some((tag) => tag.trim() === "*" || tag.trim().replace(/^W\//, "") === etag) ?? false
  );
}
