import { EnergyCalculator } from "./energy-calculator.tsx";
import { MaintenancePlanner } from "./maintenance-planner.tsx";
import { ProjectCostEstimator } from "./project-cost-estimator.tsx";

/**
 * The tools by the slug of their page, in one table for the server and for the browser's island.
 */
export const TOOL_VIEWS = {
  "project-cost-estimator": ProjectCostEstimator,
  "maintenance-schedule-planner": MaintenancePlanner,
  "energy-savings-calculator": EnergyCalculator,
};
export type ToolSlug = keyof typeof TOOL_VIEWS;
export type ToolProps<S extends ToolSlug> = Parameters<(typeof TOOL_VIEWS)[S]>[0];

/**
 * Ids of an island must match between server and browser, and differ from those of the page around
 * it.
 */
export const TOOL_ID_PREFIX = "tool-";
