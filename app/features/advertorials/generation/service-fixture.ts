import type { ServiceFacts } from "#app/features/catalog/find-service.server.ts";

/** A service for tests. */
export const createService = (
  service: Partial<ServiceFacts> & Pick<ServiceFacts, "slug" | "name">,
): ServiceFacts => ({
  otherNames: [],
  group: "plumbing-water",
  path: `/home-services/${service.slug}`,
  area: "home",
  trade: service.name.toLowerCase(),
  description: service.name,
  heroText: "We look for a plumber near you.",
  keywords: [],
  everyday: [],
  offered: [],
  includes: [],
  chapters: [],
  ...service,
});
