import { setTimeout as wait } from "node:timers/promises";
import { z } from "zod";
import { MINUTE_MS } from "#app/lib/durations.ts";
import { parseJson } from "#app/lib/parse-json.ts";
import { parseRetryAfter } from "#app/lib/retry-delay.ts";
import type { ModelConfig } from "./model-config.server.ts";

export type ModelQuestion = { system: string; prompt: string; maxTokens: number };
export type Tokens = { input: number; output: number };
export type ModelReply =
  /** `tokens`: null where the provider does not say. */
  | { ok: true; text: string; tokens: Tokens | null }
  /**
   * Texts name the status, never the question or the answer. `isFatal`: no other question would
   * fare better. `mayBeBilled`: nobody knows.
   */
  | { ok: false; error: string; isFatal: boolean; mayBeBilled: boolean };

export type ModelLimits = {
  deadlineMs: number;
  tries: number;
  pauseMs: number;
  longestPauseMs: number;
  replyBytes: number;
};
export const MODEL_LIMITS: ModelLimits = {
  deadlineMs: MINUTE_MS,
  tries: 3,
  pauseMs: 1_500,
  longestPauseMs: MINUTE_MS,
  replyBytes: 200_000,
};

const ANTHROPIC_VERSION = "2023-06-01";
/** Wrong key, no right, no such model or address. */
const FATAL = new Set([401, 403, 404]);
const BUSY = new Set([408, 409, 425, 429, 500, 502, 503, 504, 529]);

const anthropicReply = z.object({
  content: z.array(z.object({ type: z.string(), text: z.string().optional() })),
  usage: z
    .object({ input_tokens: z.number().int().min(0), output_tokens: z.number().int().min(0) })
    .optional(),
});
const openAiReply = z.object({
  choices: z.array(z.object({ message: z.object({ content: z.string().nullable() }) })).min(1),
  usage: z
    .object({ prompt_tokens: z.number().int().min(0), completion_tokens: z.number().int().min(0) })
    .optional(),
});

type Try = { reply: ModelReply; again: boolean; afterMs: number | null };

/**
 * Asks the model; an overloaded provider is asked again after the pause that it wishes for. Never
 * throws but where it is aborted.
 * @returns the last reply, and how many before it may have been billed as well (`lost`)
 */
export async function callLlm(
  config: ModelConfig,
  question: ModelQuestion,
  options: { signal: AbortSignal; limits: ModelLimits; now: () => Date },
): Promise<{ reply: ModelReply; lost: number }> {
  const { signal, limits } = options;
  let lost = 0;
  for (let attempt = 1; ; attempt++) {
    const { reply, again, afterMs } = await tryOnce(config, question, options);
    signal.throwIfAborted();
    if (!again || attempt >= limits.tries) return { reply, lost };
    if (!reply.ok && reply.mayBeBilled) lost += 1;
    await wait(
      Math.min(afterMs ?? limits.pauseMs * 2 ** (attempt - 1), limits.longestPauseMs),
      undefined,
      { signal },
    );
  }
}

async function tryOnce(
  config: ModelConfig,
  question: ModelQuestion,
  { signal, limits, now }: { signal: AbortSignal; limits: ModelLimits; now: () => Date },
): Promise<Try> {
  const deadline = AbortSignal.timeout(limits.deadlineMs);
  const failed = (
    error: string,
    more: Partial<{ isFatal: boolean; mayBeBilled: boolean }> = {},
  ): ModelReply => ({ ok: false, error, isFatal: false, mayBeBilled: false, ...more });
  let status: number;
  let text: string | null;
  let retryAfter: string | null;
  try {
    const { path, headers, body } = toRequest(config, question);
    const response = await fetch(config.baseUrl + path, {
      method: "POST",
      redirect: "error",
      headers: { "Content-Type": "application/json", ...headers },
      body: JSON.stringify(body),
      signal: AbortSignal.any([signal, deadline]),
    });
    status = response.status;
    retryAfter = response.headers.get("retry-after");
    text = await readLimited(response, limits.replyBytes);
  } catch {
    if (deadline.aborted)
      return {
        reply: failed(`no answer within ${limits.deadlineMs / 1000} s`, { mayBeBilled: true }),
        again: false,
        afterMs: null,
      };
    return {
      reply: failed("no connection, or the answer broke off", { mayBeBilled: true }),
      again: true,
      afterMs: null,
    };
  }
  if (FATAL.has(status))
    return { reply: failed(`status ${status}`, { isFatal: true }), again: false, afterMs: null };
  if (status !== 200)
    return {
      reply: failed(`status ${status}`),
      again: BUSY.has(status),
      afterMs: parseRetryAfter(retryAfter, now()),
    };
  if (text === null)
    return {
      reply: failed(`an answer of more than ${limits.replyBytes / 1000} kB`, { mayBeBilled: true }),
      again: false,
      afterMs: null,
    };
  return {
    reply:
      readReply(config, text) ??
      failed("an answer that is not in the agreed form", { mayBeBilled: true }),
    again: false,
    afterMs: null,
  };
}

type HttpRequest = { path: string; headers: Record<string, string>; body: Record<string, unknown> };

function toRequest(
  { provider, model, key }: ModelConfig,
  { system, prompt, maxTokens }: ModelQuestion,
): HttpRequest {
  if (provider === "anthropic")
    return {
      path: "/v1/messages",
      headers: { "x-api-key": key ?? "", "anthropic-version": ANTHROPIC_VERSION },
      body: { model, max_tokens: maxTokens, system, messages: [{ role: "user", content: prompt }] },
    };
  const messages = [
    { role: "system", content: system },
    { role: "user", content: prompt },
  ];
  // Newer models of OpenAI refuse max_tokens, other servers know nothing else.
  const limit =
    provider === "openai"
      ? { max_completion_tokens: maxTokens, response_format: { type: "json_object" } }
      : { max_tokens: maxTokens };
  return {
    path: "/v1/chat/completions",
    headers: key ? { Authorization: `Bearer ${key}` } : {},
    body: { model, messages, ...limit },
  };
}

function readReply({ provider }: ModelConfig, text: string): ModelReply | null {
  const body = parseJson(text);
  if (provider === "anthropic") {
    const reply = anthropicReply.safeParse(body).data;
    if (!reply) return null;
    const said = reply.content
      .map((block) => (block.type === "text" ? (block.text ?? "") : ""))
      .join("");
    return {
      ok: true,
      text: said,
      tokens: reply.usage
        ? { input: reply.usage.input_tokens, output: reply.usage.output_tokens }
        : null,
    };
  }
  const reply = openAiReply.safeParse(body).data;
  if (!reply) return null;
  const { choices, usage } = reply;
  return {
    ok: true,
    text: choices[0]?.message.content ?? "",
    tokens: usage ? { input: usage.prompt_tokens, output: usage.completion_tokens } : null,
  };
}

/** Null where there is more than the limit. */
async function readLimited(response: Response, limit: number): Promise<string | null> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of response.body ?? []) {
    size += part.length;
    if (size > limit) return null;
    parts.push(Buffer.from(part));
  }
  return Buffer.concat(parts).toString("utf8");
}
