import type { Route } from "./+types/robots";

export function loader({ request }: Route.LoaderArgs) {
  const lines = [
    "User-agent: *",
    "Disallow: /backyard",
    "Disallow: /oauth",
    "Disallow: /functions/",
    "Disallow: /quote",
    `Sitemap: ${new URL(request.url).origin}/sitemap.xml`,
  ];
  return new Response(`${lines.join("\n")}\n`, {
    headers: {
      "Content-Type": "text/plain; charset=utf-8",
      "Cache-Control": "public, max-age=3600",
    },
  });
}
