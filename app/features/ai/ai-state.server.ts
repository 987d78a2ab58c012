import type { AppContext } from "#app/app-context.ts";
import { maskSecret } from "#app/lib/mask-secret.ts";
import { getSpentToday } from "./budget.server.ts";
import { callLlm, MODEL_LIMITS, type ModelLimits } from "./call-llm.server.ts";
import { calculateCostCents, getModelConfig, type ModelConfig } from "./model-config.server.ts";

/**
 * The configured generator. `model` is null when the built-in generator is used. Only the end of
 * the key is ever shown.
 */
export type AiState = {
  model: {
    provider: ModelConfig["provider"];
    name: string;
    host: string;
    keyEnding: string | null;
    /** Null when no prices are configured. */
    spentCents: number | null;
    budgetCents: number;
  } | null;
};

const TEST = {
  system: "You test a connection.",
  prompt: 'Answer with the JSON object {"ok": true} and nothing else.',
  maxTokens: 20,
};
const TEST_TIMEOUT_MS = 15_000;

export async function getAiState({
  db,
  env,
  now,
  settings,
}: Pick<AppContext, "db" | "env" | "now" | "settings">): Promise<AiState> {
  const config = getModelConfig(env);
  if (!config) return { model: null };
  const spent = await getSpentToday(db, {
    now: now(),
    timeZone: (await settings.get()).timeZone,
  });
  return {
    model: {
      provider: config.provider,
      name: config.model,
      host: new URL(config.baseUrl).host,
      keyEnding: config.key ? maskSecret(config.key) : null,
      spentCents: calculateCostCents(config, { input: 1, output: 1 }) === null ? null : spent,
      budgetCents: config.dailyBudgetCents,
    },
  };
}

/** Sends a short test prompt to the model. */
export async function testModelConnection({
  env,
  now,
  stopSignal,
}: Pick<AppContext, "env" | "now" | "stopSignal">): Promise<{ ok: boolean; text: string }> {
  const config = getModelConfig(env);
  if (!config) return { ok: true, text: "The built-in generator is ready. It needs no key." };
  const limits: ModelLimits = { ...MODEL_LIMITS, maxAttempts: 1, timeoutMs: TEST_TIMEOUT_MS };
  const called = await callLlm(config, TEST, { signal: stopSignal, limits, now }).catch(() => null);
  const reply = called?.reply;
  if (reply?.ok) return { ok: true, text: `${config.model} answered.` };
  return { ok: false, text: `The model did not answer${reply ? `: ${reply.error}` : ""}.` };
}
