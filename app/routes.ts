import { index, layout, type RouteConfig, type RouteConfigEntry, route } from "@react-router/dev/routes";

/** URLs are compared exactly, so that rules on paths cannot be passed by with other letters. */
const exact = (entries: RouteConfigEntry[]): RouteConfigEntry[] => entries.map((entry) => ({ ...entry, caseSensitive: true, children: entry.children && exact(entry.children) }));

/** Pages whose issue is not built yet: one designed, honest page for all of them. */
const comingSoon = (path: string) => route(path, "routes/site/coming-soon.tsx", { id: `coming-soon:${path}` });

export default exact([
  layout("routes/site/layout.tsx", [
    index("routes/site/home.tsx"),
    route("home-services", "routes/site/home-services.tsx"),
    route("home-services/:slug", "routes/site/home-services-slug.tsx"),
    route("auto", "routes/site/auto.tsx"),
    route("auto/:slug", "routes/site/auto-service.tsx"),
    route("quote", "routes/site/quote.tsx"),
    route("quote/thanks", "routes/site/quote-thanks.tsx"),
    route("privacy-policy", "routes/site/legal.tsx", { id: "privacy-policy" }),
    route("terms-of-service", "routes/site/legal.tsx", { id: "terms-of-service" }),
    comingSoon("contact-us"),
    comingSoon("about-us"),
    comingSoon("provider-signup"),
    comingSoon("do-not-sell"),
    comingSoon("resources"),
    comingSoon("resources/:category"),
    comingSoon("resources/:category/:resource"),
    route("quiz/:slug?", "routes/quizzes/quiz.tsx"),
    route("articles/:slug?", "routes/articles/article.tsx"),
    route("*", "routes/site/not-found.tsx"),
  ]),
  route("functions/v1/contact-sync", "routes/functions/contact-sync.ts"),
  route("functions/v1/coverage", "routes/functions/coverage.ts"),
  route("functions/v1/quote-form", "routes/functions/quote-form.ts"),
  route("healthz", "routes/system/healthz.ts"),
  route("readyz", "routes/system/readyz.ts"),
  route("metrics", "routes/system/metrics.ts"),
  route("sitemap.xml", "routes/system/sitemap.ts"),
  route("robots.txt", "routes/system/robots.ts"),
]) satisfies RouteConfig;
