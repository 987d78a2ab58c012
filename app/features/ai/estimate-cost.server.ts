import type { AppContext } from "#app/app-context.ts";
import { getSpentToday } from "./budget.server.ts";
import type { Estimate } from "./job-schema.ts";
import { calculateCostCents, getModelConfig } from "./model-config.server.ts";

/** The generator that would be used, and the approximate cost of this many tokens. */
export async function estimateCost(
  { db, env, now, settings }: Pick<AppContext, "db" | "env" | "now" | "settings">,
  tokens: { input: number; output: number },
): Promise<Estimate> {
  const config = getModelConfig(env);
  if (!config)
    return {
      generator: "built-in",
      label: "Built-in generator",
      costCents: 0,
      budgetLeftCents: null,
    };
  const cost = calculateCostCents(config, tokens);
  const spent = await getSpentToday(db, {
    now: now(),
    timeZone: (await settings.get()).timeZone,
  });
  return {
    generator: "model",
    label: config.model,
    costCents: cost === null ? null : Math.ceil(cost),
    budgetLeftCents:
      cost === null ? null : Math.max(0, Math.floor(config.dailyBudgetCents - spent)),
  };
}
