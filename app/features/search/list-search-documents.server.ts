import { articlePath } from "#app/features/advertorials/constants.ts";
import { toShownArticle } from "#app/features/advertorials/shown-article.ts";
import {
  getAboutPage,
  getContactPage,
  getProviderPage,
} from "#app/features/catalog/info-pages.server.ts";
import {
  getAutoPage,
  getHomeServicesPage,
  listCategories,
  listSearchableServices,
} from "#app/features/catalog/queries.server.ts";
import type { PublishedContent } from "#app/features/public-pages/list-public-pages.server.ts";
import { quizPath } from "#app/features/quizzes/constants.ts";
import { findQuizScene } from "#app/features/quizzes/find-quiz-scene.server.ts";
import { listSearchableResources } from "#app/features/resources/queries.server.ts";
import { getContentTokens } from "#app/features/settings/claims.server.ts";
import type { SiteSettings } from "#app/features/settings/schema.ts";
import type { SearchDocument, SearchKind } from "./schema.ts";

const RESOURCE_KIND: Record<
  ReturnType<typeof listSearchableResources>[number]["type"],
  SearchKind
> = {
  guide: "Guide",
  calculator: "Tool",
  tool: "Tool",
  quiz: "Quiz",
  article: "Article",
  faq: "Page",
};

/** Articles have photos, which are too large for a list, or none. */
const ARTICLE_SCENE = "articles-quizzes";

/** People in danger must find out what to do before whom to hire. */
const EMERGENCY_PATH = "/resources/guides-tips/emergency-preparedness";
const EMERGENCY_WORDS = [
  "gas leak",
  "gas leak",
  "gas leaks",
  "smell gas",
  "smell of gas",
  "gas smell",
  "rotten egg smell",
  "carbon monoxide",
  "power outage",
  "no power",
  "emergency kit",
];

/** What people ask for who need one of these pages, beside its own words. */
const RESOURCE_WORDS: Record<string, readonly string[]> = {
  [EMERGENCY_PATH]: EMERGENCY_WORDS,
  "/resources/guides-tips/home-maintenance-checklist": [
    "get the house ready for winter",
    "winterize",
    "spring cleaning list",
    "what to do each season",
    "new homeowner",
  ],
  "/resources/guides-tips/vehicle-care-guide": [
    "how often should i service my car",
    "car maintenance schedule",
    "warning lights",
    "mileage service",
  ],
  "/resources/guides-tips/diy-repair-basics": [
    "what can i repair myself",
    "do it yourself",
    "what tools do i need",
    "fix it yourself",
  ],
  "/resources/guides-tips/energy-saving-tips": [
    "lower my bill",
    "save energy",
    "cut the electric bill",
  ],
  "/resources/guides-tips/contractor-selection": [
    "how to choose a contractor",
    "check a license",
    "avoid a scam",
    "is this contractor legit",
    "compare bids",
  ],
  "/resources/support-faqs/how-it-works": [
    "how does this work",
    "how does this site work",
    "is it free",
  ],
  "/resources/tools-calculators/project-cost-estimator": [
    "how much does it cost",
    "what does it cost",
    "budget",
  ],
};

/** Pages that no other list contains. */
const listInfoPages = (site: SiteSettings): SearchDocument[] => [
  {
    path: "/contact-us",
    name: "Contact Us",
    kind: "Page",
    scene: "contact-us",
    summary: getContactPage(site).heroText,
    words: [
      "phone number",
      "call",
      "email address",
      "customer service",
      "opening hours",
      "support",
      "help",
      "complaint",
      "talk to a person",
      "speak to a human",
      "real person",
      "where is my pro",
      site.phone,
    ],
  },
  {
    path: "/about-us",
    name: "About Us",
    kind: "Page",
    scene: "about-us",
    summary: getAboutPage(site).heroText,
    words: ["company", "who we are", "referral service", site.brand, site.persona, site.company],
  },
  {
    path: "/provider-signup",
    name: "For Providers",
    kind: "Page",
    scene: "provider-signup",
    summary: getProviderPage(site).heroText,
    words: [
      "provider sign up",
      "become a provider",
      "join as a pro",
      "contractor application",
      "get leads",
      "jobs for contractors",
      "partner",
    ],
  },
  {
    path: "/home-services",
    name: "All Home Services",
    kind: "Page",
    scene: "home-services",
    summary: getHomeServicesPage(site).heroText,
    words: ["list of services", "home repair", "house"],
  },
  {
    path: "/auto",
    name: "All Auto Services",
    kind: "Page",
    scene: "auto",
    summary: getAutoPage(site).heroText,
    words: ["list of services", "car services", "car", "vehicle", "truck"],
  },
];

/** All documents of the site search. A new kind of page must be added here. */
export function listSearchDocuments(
  site: SiteSettings,
  published: PublishedContent,
): SearchDocument[] {
  const services = listSearchableServices(site).map(
    ({ area, ...page }): SearchDocument => ({
      ...page,
      kind: area === "auto" ? "Auto service" : "Home service",
    }),
  );
  const categories = listCategories(site).map(
    (category): SearchDocument => ({
      path: `/home-services/${category.slug}`,
      name: category.name,
      kind: "Category",
      summary: category.summary,
      scene: category.slug,
      words: category.services.map((service) => service.name),
    }),
  );
  const quizPaths = new Set(published.quizzes.map(({ slug }) => quizPath(slug)));
  // The list of resources includes quizzes that may not be published.
  const reachable = listSearchableResources(site).filter(
    ({ path }) => !path.startsWith(quizPath("")) || quizPaths.has(path),
  );
  const resources = reachable.map(
    ({ path, name, type, summary, words, image }): SearchDocument => ({
      path,
      name,
      kind: RESOURCE_KIND[type],
      summary,
      scene: image,
      words: [...words, ...(RESOURCE_WORDS[path] ?? [])],
    }),
  );
  const quizzes = published.quizzes.map(
    (quiz): SearchDocument => ({
      path: quizPath(quiz.slug),
      name: quiz.title,
      kind: "Quiz",
      summary: quiz.description,
      scene: findQuizScene(quiz),
      words: ["quiz", quiz.slug.replaceAll("-", " "), quiz.serviceType],
    }),
  );
  return [
    ...services,
    ...categories,
    ...listInfoPages(site),
    ...resources,
    ...quizzes,
    ...listArticleDocuments(site, published),
  ];
}

function listArticleDocuments(
  site: SiteSettings,
  { articles }: PublishedContent,
): SearchDocument[] {
  const tokens = getContentTokens(site);
  return articles.map((article): SearchDocument => {
    const { hero, meta, sections } = toShownArticle(article, { tokens, phone: site.phone });
    const headings = sections.flatMap((section) =>
      section.type === "heading" ? section.text : [],
    );
    return {
      path: articlePath(article.slug),
      name: hero.title,
      kind: "Article",
      summary: meta.description,
      scene: ARTICLE_SCENE,
      words: ["article", article.slug.replaceAll("-", " "), ...headings, ...meta.keywords],
    };
  });
}
