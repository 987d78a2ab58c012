import type { Env } from "#app/lib/env.server.ts";
import { trimEndWhere } from "#app/lib/text.ts";

export type ModelConfig = {
  provider: "anthropic" | "openai" | "openai-compatible";
  model: string;
  key: string | undefined;
  /** Origin and path before /v1. */
  baseUrl: string;
  dailyBudgetCents: number;
  /** Cents per million tokens; 0 means unknown. */
  inputCents: number;
  outputCents: number;
};

const BASE_URLS = {
  anthropic: "https://api.anthropic.com",
  openai: "https://api.openai.com",
  "openai-compatible": "",
} as const;

/** The configured model, or null when the built-in generator is used. */
export function getModelConfig(env: Env): ModelConfig | null {
  const { AI_PROVIDER: provider, AI_MODEL: model } = env;
  if (!provider || !model) return null;
  return {
    provider,
    model,
    key: env.AI_API_KEY,
    baseUrl: trimEndWhere(env.AI_BASE_URL ?? BASE_URLS[provider], /\//),
    dailyBudgetCents: env.AI_DAILY_BUDGET_CENTS,
    inputCents: env.AI_PRICE_INPUT_CENTS,
    outputCents: env.AI_PRICE_OUTPUT_CENTS,
  };
}

/** Price of tokens in cents, or null when prices are unknown. */
export function calculateCostCents(
  config: Pick<ModelConfig, "inputCents" | "outputCents">,
  tokens: { input: number; output: number },
): number | null {
  if (config.inputCents === 0 && config.outputCents === 0) return null;
  return (tokens.input * config.inputCents + tokens.output * config.outputCents) / 1_000_000;
}
