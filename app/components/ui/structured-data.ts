import type { Crumb } from "./breadcrumb.tsx";

type Thing = Record<string, unknown>;

/** A JSON-LD block for a route's `meta`; React Router escapes it. */
export const jsonLd = (thing: Thing) => ({
  "script:ld+json": { "@context": "https://schema.org", ...thing },
});

export const buildBreadcrumbData = (origin: string, crumbs: Crumb[]): Thing => ({
  "@type": "BreadcrumbList",
  itemListElement: crumbs.map((crumb, index) => ({
    "@type": "ListItem",
    position: index + 1,
    name: crumb.name,
    item: origin + crumb.path,
  })),
});

export const buildFaqData = (entries: { question: string; answer: string }[]): Thing => ({
  "@type": "FAQPage",
  mainEntity: entries.map(({ question, answer }) => ({
    "@type": "Question",
    name: question,
    acceptedAnswer: { "@type": "Answer", text: answer },
  })),
});
