import {
  index,
  layout,
  type RouteConfig,
  type RouteConfigEntry,
  route,
} from "@react-router/dev/routes";

/**
 * Matches URLs case-sensitively, so that no rule for a path can be bypassed by changing its case.
 */
const matchCase = (entries: RouteConfigEntry[]): RouteConfigEntry[] =>
  entries.map((entry) => ({
    ...entry,
    caseSensitive: true,
    children: entry.children && matchCase(entry.children),
  }));

/**
 * The pages of the provider's portal, which are in the table twice: for the provider's people, and for
 * staff who look at them.
 */
const portalPages = (base: string, viewer: "provider" | "staff"): RouteConfigEntry[] => {
  const page = (path: string, file: string) =>
    route(`${base}/${path}`, `routes/pro/${file}`, { id: `${viewer}:${path}` });
  return [
    page("today", "today.tsx"),
    page("credits", "credits.tsx"),
    page("credits/receipts/:purchaseId", "credits-receipt.tsx"),
  ];
};

export default matchCase([
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
    route("stop", "routes/site/stop-form.tsx"),
    route("stop/:token", "routes/site/stop.tsx"),
    route("offers/:token", "routes/site/offer.tsx"),
    route("r", "routes/site/my-request/lost-link.tsx"),
    route("r/:key", "routes/site/my-request/page.tsx"),
    route("r/:key/thanks", "routes/site/my-request/thanks.tsx"),
    route("r/:key/photos", "routes/site/my-request/photos.tsx"),
    route("do-not-sell", "routes/site/do-not-sell.tsx"),
    route("contact-us", "routes/site/contact-us.tsx"),
    route("about-us", "routes/site/about-us.tsx"),
    route("provider-signup", "routes/site/provider-signup.tsx"),
    route("resources", "routes/site/resources/hub.tsx"),
    route("resources/:category", "routes/site/resources/category.tsx"),
    route(
      "resources/tools-calculators/project-cost-estimator",
      "routes/site/resources/project-cost-estimator.tsx",
    ),
    route(
      "resources/tools-calculators/maintenance-schedule-planner",
      "routes/site/resources/maintenance-schedule-planner.tsx",
    ),
    route(
      "resources/tools-calculators/energy-savings-calculator",
      "routes/site/resources/energy-savings-calculator.tsx",
    ),
    route("resources/:category/:resource", "routes/site/resources/resource.tsx"),
    route("offline", "routes/site/offline.tsx"),
    route("quiz/:slug?", "routes/quizzes/quiz.tsx"),
    route("articles/:slug?", "routes/articles/article.tsx"),
    route("*", "routes/site/not-found.tsx"),
  ]),
  route("offers/:token/photos/:photoId", "routes/site/offer-photo.ts"),
  route("r/:key/photos/:photoId", "routes/site/my-request/photo.ts"),
  layout("routes/pro/layout.tsx", portalPages("pro", "provider")),
  layout(
    "routes/backyard/providers/portal.tsx",
    portalPages("backyard/providers/:id/portal", "staff"),
  ),
  route("backyard", "routes/backyard/sign-in.tsx"),
  route("backyard/join/:token", "routes/backyard/join.tsx"),
  route("backyard/sign-out", "routes/backyard/sign-out.ts"),
  route("backyard/manifest.webmanifest", "routes/backyard/manifest.ts"),
  route("backyard/sw.js", "routes/backyard/portal-worker.ts"),
  route("backyard/second-factor", "routes/backyard/second-factor.tsx"),
  layout("routes/backyard/resource-routes.ts", [
    route("backyard/service-requests/export.csv", "routes/backyard/requests/export.ts"),
    route("backyard/sources/outcomes.csv", "routes/backyard/sources/outcomes.ts"),
    route("backyard/service-requests/stream", "routes/backyard/requests/stream.ts"),
    route("backyard/service-requests/presence", "routes/backyard/requests/presence.ts"),
    route("backyard/service-requests/:id/consent", "routes/backyard/requests/consent.ts"),
    route("backyard/service-requests/:id/photos/:photoId", "routes/backyard/requests/photo.ts"),
    route("backyard/session", "routes/backyard/session.ts"),
    route("backyard/people/export", "routes/backyard/people/export.ts"),
    route("backyard/quizzes/drafts", "routes/backyard/quizzes/drafts.ts"),
    route("backyard/quizzes/jobs/:id", "routes/backyard/quizzes/jobs.ts"),
    route("backyard/quizzes/topic", "routes/backyard/quizzes/topic.ts"),
    route("backyard/advertorials/drafts", "routes/backyard/advertorials/drafts.ts"),
    route("backyard/advertorials/jobs/:id", "routes/backyard/advertorials/jobs.ts"),
    route("backyard/advertorials/topic", "routes/backyard/advertorials/topic.ts"),
    route("backyard/media/images", "routes/backyard/media/images.ts"),
    route("backyard/media/images/:id", "routes/backyard/media/image.ts"),
    route("backyard/settings/audit.csv", "routes/backyard/settings/audit-export.ts"),
  ]),
  layout("routes/backyard/layout.tsx", [
    route("backyard/dashboard", "routes/backyard/dashboard.tsx"),
    route("backyard/account", "routes/backyard/account.tsx"),
    route("backyard/service-requests", "routes/backyard/requests/list.tsx", [
      route(":id", "routes/backyard/requests/detail.tsx"),
    ]),
    route("backyard/calling-rules", "routes/backyard/calling-rules.tsx"),
    route("backyard/sources", "routes/backyard/sources/sources.tsx"),
    route("backyard/people", "routes/backyard/people/people.tsx"),
    route("backyard/providers", "routes/backyard/providers/list.tsx", [
      route(":id", "routes/backyard/providers/detail.tsx"),
    ]),
    route("backyard/providers/new", "routes/backyard/providers/new.tsx"),
    route("backyard/providers/import", "routes/backyard/providers/import.tsx"),
    route("backyard/quizzes", "routes/backyard/quizzes/list.tsx"),
    route("backyard/quizzes/editor", "routes/backyard/quizzes/editor.tsx", {
      id: "quiz-editor:new",
    }),
    route(
      "backyard/quizzes/editor/:slug",
      "routes/backyard/quizzes/editor.tsx",
      { id: "quiz-editor" },
      [route("review", "routes/backyard/quizzes/review.tsx")],
    ),
    route("backyard/quizzes/editor/:slug/outcomes", "routes/backyard/quizzes/outcomes.tsx"),
    route("backyard/quizzes/editor/:slug/metrics", "routes/backyard/quizzes/metrics.tsx"),
    route("backyard/advertorials", "routes/backyard/advertorials/list.tsx"),
    route("backyard/advertorials/editor", "routes/backyard/advertorials/editor.tsx", {
      id: "article-editor:new",
    }),
    route("backyard/advertorials/editor/:slug", "routes/backyard/advertorials/editor.tsx", {
      id: "article-editor",
    }),
    route("backyard/advertorials/editor/:slug/metrics", "routes/backyard/advertorials/metrics.tsx"),
    route("backyard/media", "routes/backyard/media/library.tsx"),
    route("backyard/settings", "routes/backyard/settings/general.tsx"),
    route("backyard/settings/numbers", "routes/backyard/settings/numbers.tsx"),
    route("backyard/settings/staff", "routes/backyard/settings/staff.tsx"),
    route("backyard/settings/consent", "routes/backyard/settings/consent.tsx"),
    route("backyard/settings/claims", "routes/backyard/settings/claims.tsx"),
    route("backyard/settings/integrations", "routes/backyard/settings/integrations.tsx"),
    route("backyard/settings/retention", "routes/backyard/settings/retention.tsx"),
    route("backyard/settings/audit", "routes/backyard/settings/audit.tsx"),
    route("backyard/*", "routes/backyard/not-found.tsx"),
  ]),
  route(
    "resources/tools-calculators/maintenance-schedule-planner.ics",
    "routes/site/resources/maintenance-calendar.ts",
  ),
  route("contact.vcf", "routes/site/contact-card.ts"),
  route("r/:key/certificate", "routes/site/my-request/certificate.ts"),
  route("r/:key/visit.ics", "routes/site/my-request/visit.ts"),
  route("offers/:token/visit.ics", "routes/site/offer-visit.ts"),
  route("webhooks/stripe", "routes/webhooks/stripe.ts"),
  route("webhooks/texts", "routes/webhooks/texts.ts"),
  route("functions/v1/contact-sync", "routes/functions/contact-sync.ts"),
  route("functions/v1/coverage", "routes/functions/coverage.ts"),
  route("functions/v1/quote-form", "routes/functions/quote-form.ts"),
  route("functions/v1/search", "routes/functions/search.ts"),
  route("functions/v1/event", "routes/functions/event.ts"),
  layout("routes/functions/staff-functions.ts", [
    route("functions/v1/get-provider-billing", "routes/functions/get-provider-billing.ts"),
    route(
      "functions/v1/orchestrate-quiz-generation",
      "routes/functions/orchestrate-quiz-generation.ts",
    ),
    route("functions/v1/generate-quiz-diagnoses", "routes/functions/generate-quiz-diagnoses.ts"),
    route(
      "functions/v1/generate-advertorial-content",
      "routes/functions/generate-advertorial-content.ts",
    ),
    route("functions/v1/ghl-oauth-exchange", "routes/functions/ghl-oauth-exchange.ts"),
  ]),
  route("webhooks/:sender", "routes/webhooks/receive.ts"),
  route("oauth/callback", "routes/oauth/callback.tsx"),
  route("oauth/exchange", "routes/oauth/exchange.tsx"),
  // A preview of the portal's kit, for development. Node without Vite (`npm run chaos`) has no `env`.
  ...(import.meta.env?.DEV ? [route("dev/ui", "routes/dev/ui.tsx")] : []),
  route("og/*", "routes/system/og-image.ts"),
  route("healthz", "routes/system/healthz.ts"),
  route("readyz", "routes/system/readyz.ts"),
  route("metrics", "routes/system/metrics.ts"),
  route("sitemap.xml", "routes/system/sitemap.ts"),
  route("sw.js", "routes/system/service-worker.ts"),
  route("robots.txt", "routes/system/robots.ts"),
  route("speculation.rules", "routes/system/speculation-rules.ts"),
]) satisfies RouteConfig;
