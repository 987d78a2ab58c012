import { EnergyCalculator } from "./energy-calculator.tsx";
import { MaintenancePlanner } from "./maintenance-planner.tsx";
import { ProjectCostEstimator } from "./project-cost-estimator.tsx";

/**
 * The tools by the slug of their page. The server renders them and the browser hydrates them.
 */
export const TOOL_VIEWS = {
  "project-cost-estimator": ProjectCostEstimator,
  "maintenance-schedule-planner": MaintenancePlanner,
  "energy-savings-calculator": EnergyCalculator,
};
export type ToolSlug = keyof typeof TOOL_VIEWS;
export type ToolProps<S extends ToolSlug> = Parameters<(typeof TOOL_VIEWS)[S]>[0];

/**
 * Prefix of React's ids inside a tool: they must be the same on the server and in the browser, and
 * differ from those of the page around it.
 */
export const TOOL_ID_PREFIX = "tool-";
