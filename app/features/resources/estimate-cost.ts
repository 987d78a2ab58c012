import type { CostEstimatorData } from "./tool-schemas.ts";

type Project = CostEstimatorData["projects"][number];

/**
 * The visitor's choices, as in the URL:
 * /resources/tools-calculators/project-cost-estimator?project=roof-replacement&size=large
 */
export type EstimateQuery = {
  /** Slug of a project, or "" where none is chosen. */
  project: string;
  /** Value of a size, or "". */
  size: string;
  /** Up to five digits; not part of the calculation. */
  zip: string;
  /** Whether Calculate was pressed. */
  submitted: boolean;
};

/** "Painting (Interior)" becomes "painting-interior". */
export const formatProjectSlug = (name: string) =>
  name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");

export const parseZipDigits = (typed: string) => typed.replace(/\D/g, "").slice(0, 5);

/** Parses the URL or the form; an unknown project or size is dropped. */
export function parseEstimateQuery(
  params: URLSearchParams,
  data: CostEstimatorData,
): EstimateQuery {
  const project = params.get("project") ?? "";
  const size = params.get("size") ?? "";
  return {
    project: data.projects.some(({ name }) => formatProjectSlug(name) === project) ? project : "",
    size: data.sizes.some(({ value }) => value === size) ? size : "",
    zip: parseZipDigits(params.get("zip") ?? ""),
    submitted: params.has("project") || params.has("size"),
  };
}

type EstimateErrors = { project?: string; size?: string };

export function validateEstimateQuery({ project, size }: EstimateQuery): EstimateErrors {
  return {
    ...(project ? {} : { project: "Choose the type of your project." }),
    ...(size ? {} : { size: "Choose the size of your project." }),
  };
}

/** The base range times the multiplier of the size, in whole dollars. */
export function scaleRange(
  { baseMin, baseMax }: Pick<Project, "baseMin" | "baseMax">,
  multiplier: number,
) {
  return { min: Math.round(baseMin * multiplier), max: Math.round(baseMax * multiplier) };
}

export type Estimate = { project: Project; sizeLabel: string; min: number; max: number };

/** The price range for a query, or null while something is missing. */
export function estimateCost(query: EstimateQuery, data: CostEstimatorData): Estimate | null {
  const project = data.projects.find(({ name }) => formatProjectSlug(name) === query.project);
  const size = data.sizes.find(({ value }) => value === query.size);
  return query.submitted && project && size
    ? { project, sizeLabel: size.label, ...scaleRange(project, size.multiplier) }
    : null;
}

/** 10500 becomes "$10,500". */
export const formatDollars = (amount: number) => `$${Math.round(amount).toLocaleString("en-US")}`;
