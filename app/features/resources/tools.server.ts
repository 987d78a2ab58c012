import { readYaml } from "#app/lib/content.server.ts";
import { firstSaturday, listStartMonths } from "./plan-maintenance.ts";
import {
  type CostEstimatorData,
  costEstimatorSchema,
  type EnergyCalculatorData,
  energyCalculatorSchema,
  type MaintenancePlannerData,
  maintenancePlannerSchema,
} from "./tool-schemas.ts";

let costEstimator: CostEstimatorData | undefined;
export function getCostEstimator(): CostEstimatorData {
  costEstimator ??= readYaml("tools/project-cost-estimator.yaml", costEstimatorSchema);
  return costEstimator;
}

let energyCalculator: EnergyCalculatorData | undefined;
export function getEnergyCalculator(): EnergyCalculatorData {
  energyCalculator ??= readYaml("tools/energy-savings-calculator.yaml", energyCalculatorSchema);
  return energyCalculator;
}

let planner: Omit<MaintenancePlannerData, "months" | "start"> | undefined;
/** A plan begins this month while its first Saturday is not over, else next month; `timeZone` says what today is. */
export function getMaintenancePlanner({ now, timeZone }: { now: Date; timeZone: string }): MaintenancePlannerData {
  planner ??= readYaml("tools/maintenance-schedule-planner.yaml", maintenancePlannerSchema);
  // Sweden writes dates as YYYY-MM-DD.
  const today = new Intl.DateTimeFormat("sv-SE", { timeZone, year: "numeric", month: "2-digit", day: "2-digit" }).format(now);
  const months = listStartMonths(today.slice(0, 7));
  const start = today <= firstSaturday(today.slice(0, 7)) ? months[0] : months[1];
  return { ...planner, months, start: start?.value ?? today.slice(0, 7) };
}
