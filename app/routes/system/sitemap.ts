import { appContext } from "#app/app-context.ts";
import {
  listPublicPages,
  listPublishedContent,
} from "#app/features/public-pages/list-public-pages.server.ts";
import type { Route } from "./+types/sitemap";

export async function loader({ context, request }: Route.LoaderArgs) {
  const { origin } = new URL(request.url);
  const app = context.get(appContext);
  const pages = listPublicPages(await app.settings.get(), await listPublishedContent(app));
  const urls = pages.map(
    ({ path, updated }) =>
      `<url><loc>${origin}${path}</loc>${updated ? `<lastmod>${updated}</lastmod>` : ""}</url>`,
  );
  const body = `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls.join("\n")}\n</urlset>\n`;
  // Never cached without revalidation: unpublished pages must not be listed any longer.
  return new Response(body, {
    headers: {
      "Content-Type": "application/xml; charset=utf-8",
      "Cache-Control": "public, max-age=0, must-revalidate",
    },
  });
}
