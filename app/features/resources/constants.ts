import type { ResourceType } from "./schema.ts";

/** Resources of a category on a card of the hub. */
export const MAX_HUB_RESOURCES = 5;
/** Label of quote requests that start on resource pages. */
export const GENERAL_LABEL = "General Services";

const POPULAR_BUTTONS: Partial<Record<ResourceType, string>> = {
  quiz: "Take Quiz",
  calculator: "Try Calculator",
};
/** Button text of a resource in the Popular Resources grid. */
export const getButtonText = (type: ResourceType) => POPULAR_BUTTONS[type] ?? "Read Guide";

export const formatComingSoonAlert = (phone: string, persona: string) =>
  `This resource is coming soon! Call ${persona} at ${phone} for immediate assistance.`;

/**
 * Only articles and quizzes share a list: the others are guides among guides, tools among tools.
 */
const TYPE_LABELS: Partial<Record<ResourceType, string>> = {
  quiz: "Quiz",
  article: "Article",
};

/** Whether a link leads to paid content, which every link to it must say. */
export const isAdvertorial = ({ path }: { path: string }): boolean => path.startsWith("/articles/");

/** What kind of page a resource is, where its name does not tell. */
export function getTypeLabel(resource: {
  name: string;
  type: ResourceType;
  path: string;
}): string | undefined {
  if (isAdvertorial(resource)) return "Advertorial";
  const label = TYPE_LABELS[resource.type];
  return label && resource.name.endsWith(label) ? undefined : label;
}

/** The cost estimator's projects of a service, by its slug. */
export const SERVICE_PROJECTS: Readonly<Record<string, readonly string[]>> = {
  "kitchen-remodeling": ["Kitchen Remodeling"],
  "bath-remodeling": ["Bathroom Remodeling"],
  roofing: ["Roof Replacement"],
  "air-conditioning": ["HVAC System"],
  heating: ["HVAC System"],
  flooring: ["Flooring Installation"],
  painting: ["Painting (Interior)", "Painting (Exterior)"],
  plumbing: ["Plumbing Repair"],
  electrician: ["Electrical Work"],
  decks: ["Deck Installation"],
};

/** The size of the cost estimator's examples: its ranges are the base ranges. */
export const EXAMPLE_SIZE = "medium";

const LABEL_IN_SUMMARY = "Advertorial: ";

/** The summary beside the label of `getTypeLabel`, which says what an advertorial is already. */
export function getSummaryBesideLabel({ summary }: { summary: string }): string {
  if (!summary.startsWith(LABEL_IN_SUMMARY)) return summary;
  const rest = summary.slice(LABEL_IN_SUMMARY.length);
  return rest.charAt(0).toUpperCase() + rest.slice(1);
}
