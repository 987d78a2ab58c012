import { index, layout, type RouteConfig, type RouteConfigEntry, route } from "@react-router/dev/routes";

/** URLs are compared exactly, so that rules on paths cannot be passed by with other letters. */
const exact = (entries: RouteConfigEntry[]): RouteConfigEntry[] => entries.map((entry) => ({ ...entry, caseSensitive: true, children: entry.children && exact(entry.children) }));

export default exact([
  layout("routes/site/layout.tsx", [
    index("routes/site/home.tsx"),
    route("home-services", "routes/site/home-services.tsx"),
    route("home-services/:slug", "routes/site/home-services-slug.tsx"),
    route("auto", "routes/site/auto.tsx"),
    route("auto/:slug", "routes/site/auto-service.tsx"),
    route("quote", "routes/site/quote.tsx"),
    route("quote/thanks", "routes/site/quote-thanks.tsx"),
    route("search", "routes/site/search.tsx"),
    route("privacy-policy", "routes/site/legal.tsx", { id: "privacy-policy" }),
    route("terms-of-service", "routes/site/legal.tsx", { id: "terms-of-service" }),
    route("do-not-sell", "routes/site/do-not-sell.tsx"),
    route("contact-us", "routes/site/contact-us.tsx"),
    route("about-us", "routes/site/about-us.tsx"),
    route("provider-signup", "routes/site/provider-signup.tsx"),
    route("resources", "routes/site/resources/hub.tsx"),
    route("resources/:category", "routes/site/resources/category.tsx"),
    route("resources/:category/:resource", "routes/site/resources/resource.tsx"),
    route("offline", "routes/site/offline.tsx"),
    route("quiz/:slug?", "routes/quizzes/quiz.tsx"),
    route("articles/:slug?", "routes/articles/article.tsx"),
    route("*", "routes/site/not-found.tsx"),
  ]),
  route("functions/v1/contact-sync", "routes/functions/contact-sync.ts"),
  route("functions/v1/coverage", "routes/functions/coverage.ts"),
  route("functions/v1/quote-form", "routes/functions/quote-form.ts"),
  route("functions/v1/search", "routes/functions/search.ts"),
  route("og/*", "routes/system/og-image.ts"),
  route("healthz", "routes/system/healthz.ts"),
  route("readyz", "routes/system/readyz.ts"),
  route("metrics", "routes/system/metrics.ts"),
  route("sitemap.xml", "routes/system/sitemap.ts"),
  route("sw.js", "routes/system/service-worker.ts"),
  route("robots.txt", "routes/system/robots.ts"),
]) satisfies RouteConfig;
