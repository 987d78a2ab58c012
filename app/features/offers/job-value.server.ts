import { SERVICE_PROJECTS } from "#app/features/resources/constants.ts";
import { getCostEstimator } from "#app/features/resources/tools.server.ts";

/**
 * The usual value in dollars of a job of this service, from the cost estimator; null for services
 * without a project there.
 */
export function findJobValue(serviceSlug: string | null): { min: number; max: number } | null {
  const names = SERVICE_PROJECTS[serviceSlug ?? ""] ?? [];
  const projects = getCostEstimator().projects.filter(({ name }) => names.includes(name));
  if (projects.length === 0) return null;
  return {
    min: Math.min(...projects.map(({ baseMin }) => baseMin)),
    max: Math.max(...projects.map(({ baseMax }) => baseMax)),
  };
}
