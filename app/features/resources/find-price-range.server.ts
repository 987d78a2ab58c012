import type { ProjectSizes } from "#app/features/catalog/schema.ts";
import { EXAMPLE_SIZE, SERVICE_PROJECTS } from "./constants.ts";
import { formatDollars, formatProjectSlug, scaleRange } from "./estimate-cost.ts";
import { getCostEstimator } from "./tools.server.ts";

const ESTIMATOR_PATH = "/resources/tools-calculators/project-cost-estimator";
/** The estimator's link shows a result at once, and its size can be changed there. */
const formatEstimatorPath = (project: string) =>
  `${ESTIMATOR_PATH}?project=${formatProjectSlug(project)}&size=${EXAMPLE_SIZE}`;

/** The project of the cost estimator that matches a kind of repair; other kinds have none. */
const PROJECTS: Record<string, string> = {
  Plumbing: "Plumbing Repair",
  Electrical: "Electrical Work",
};

export type PriceRange = {
  name: string;
  min: number;
  max: number;
  path: string;
  disclaimer: string;
};

/** The planning price range, in dollars, for a service type of quizzes, or null. */
export function findPriceRange(serviceType: string): PriceRange | null {
  const { projects, disclaimer } = getCostEstimator();
  const project = projects.find(
    ({ name }) => Object.hasOwn(PROJECTS, serviceType) && name === PROJECTS[serviceType],
  );
  if (!project) return null;
  const { name, baseMin, baseMax } = project;
  return {
    name,
    min: baseMin,
    max: baseMax,
    path: formatEstimatorPath(name),
    disclaimer,
  };
}

/** The way from a service's page to its project in the cost estimator, or null. */
export function findProjectSizes(serviceSlug: string): ProjectSizes | null {
  const names = SERVICE_PROJECTS[serviceSlug] ?? [];
  const { projects, sizes } = getCostEstimator();
  const [project, ...others] = projects.filter(({ name }) => names.includes(name));
  if (!project) return null;
  const prices = sizes.map(({ label, multiplier }) => {
    const { min, max } = scaleRange(project, multiplier);
    return { label, range: `${formatDollars(min)}-${formatDollars(max)}` };
  });
  return { path: formatEstimatorPath(project.name), prices: others.length > 0 ? [] : prices };
}

/** Projects of the cost estimator that the home page shows, from small to large. */
const HOME_PROJECTS = ["Plumbing Repair", "Electrical Work", "HVAC System", "Roof Replacement"];

/** Price ranges of medium size for the home page, and the way to the estimator. */
export function listHomePrices(): {
  prices: { label: string; range: string }[];
  note: string;
  estimatorPath: string;
} {
  const { projects, disclaimer } = getCostEstimator();
  const prices = HOME_PROJECTS.map((name) => {
    const project = projects.find((entry) => entry.name === name);
    if (!project) throw new Error(`the cost estimator has no project ${name}`);
    return {
      label: name,
      range: `${formatDollars(project.baseMin)} to ${formatDollars(project.baseMax)}`,
    };
  });
  return {
    prices,
    note: `Medium size. ${disclaimer}`,
    estimatorPath: ESTIMATOR_PATH,
  };
}
