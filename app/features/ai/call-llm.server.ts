import { setTimeout as wait } from "node:timers/promises";
import { z } from "zod";
import { MINUTE_MS } from "#app/lib/durations.ts";
import { parseJson } from "#app/lib/parse-json.ts";
import { parseRetryAfter } from "#app/lib/retry-delay.ts";
import type { ModelConfig } from "./model-config.server.ts";

export type ModelRequest = { system: string; prompt: string; maxTokens: number };
export type Tokens = { input: number; output: number };
export type ModelReply =
  /** `tokens` is null when the provider does not report them. */
  | { ok: true; text: string; tokens: Tokens | null }
  /**
   * Messages contain the status, never the prompt or the answer. `isFatal`: no other prompt would
   * succeed either. `mayBeBilled`: it is unknown whether the provider charges for the call.
   */
  | { ok: false; error: string; isFatal: boolean; mayBeBilled: boolean };

export type ModelLimits = {
  timeoutMs: number;
  maxAttempts: number;
  retryDelayMs: number;
  maxRetryDelayMs: number;
  maxReplyBytes: number;
};
export const MODEL_LIMITS: ModelLimits = {
  timeoutMs: MINUTE_MS,
  maxAttempts: 3,
  retryDelayMs: 1_500,
  maxRetryDelayMs: MINUTE_MS,
  maxReplyBytes: 200_000,
};

const ANTHROPIC_VERSION = "2023-06-01";
/** Invalid key, missing permission, or unknown model or URL. */
const FATAL_STATUSES = new Set([401, 403, 404]);
const RETRYABLE_STATUSES = new Set([408, 409, 425, 429, 500, 502, 503, 504, 529]);

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

type CallAttempt = { reply: ModelReply; isRetryable: boolean; retryAfterMs: number | null };

/**
 * Calls the model; an overloaded provider is retried after the delay that it requests. Throws only
 * when aborted.
 * @returns the last reply, and how many earlier attempts may have been billed as well
 */
export async function callLlm(
  config: ModelConfig,
  request: ModelRequest,
  options: { signal: AbortSignal; limits: ModelLimits; now: () => Date },
): Promise<{ reply: ModelReply; possiblyBilledAttempts: number }> {
  const { signal, limits } = options;
  let possiblyBilledAttempts = 0;
  for (let attempt = 1; ; attempt++) {
    const { reply, isRetryable, retryAfterMs } = await attemptCall(config, request, options);
    signal.throwIfAborted();
    if (!isRetryable || attempt >= limits.maxAttempts) return { reply, possiblyBilledAttempts };
    if (!reply.ok && reply.mayBeBilled) possiblyBilledAttempts += 1;
    await wait(
      Math.min(retryAfterMs ?? limits.retryDelayMs * 2 ** (attempt - 1), limits.maxRetryDelayMs),
      undefined,
      { signal },
    );
  }
}

async function attemptCall(
  config: ModelConfig,
  request: ModelRequest,
  { signal, limits, now }: { signal: AbortSignal; limits: ModelLimits; now: () => Date },
): Promise<CallAttempt> {
  const timeout = AbortSignal.timeout(limits.timeoutMs);
  let response: HttpResponse;
  try {
    response = await sendRequest(config, request, {
      signal: AbortSignal.any([signal, timeout]),
      maxReplyBytes: limits.maxReplyBytes,
    });
  } catch {
    return timeout.aborted
      ? buildFailure(`no answer within ${limits.timeoutMs / 1000} s`, { mayBeBilled: true })
      : buildFailure("no connection, or the answer broke off", {
          mayBeBilled: true,
          isRetryable: true,
        });
  }
  const { status, retryAfter, text } = response;
  if (FATAL_STATUSES.has(status)) return buildFailure(`status ${status}`, { isFatal: true });
  if (status !== 200)
    return buildFailure(`status ${status}`, {
      isRetryable: RETRYABLE_STATUSES.has(status),
      retryAfterMs: parseRetryAfter(retryAfter, now()),
    });
  if (text === null)
    return buildFailure(`an answer of more than ${limits.maxReplyBytes / 1000} kB`, {
      mayBeBilled: true,
    });
  const reply = parseReply(config, text);
  return reply
    ? { reply, isRetryable: false, retryAfterMs: null }
    : buildFailure("an answer that is not in the agreed form", { mayBeBilled: true });
}

type FailureOptions = {
  isFatal?: boolean;
  mayBeBilled?: boolean;
  isRetryable?: boolean;
  retryAfterMs?: number | null;
};
const buildFailure = (
  error: string,
  {
    isFatal = false,
    mayBeBilled = false,
    isRetryable = false,
    retryAfterMs = null,
  }: FailureOptions,
): CallAttempt => ({
  reply: { ok: false, error, isFatal, mayBeBilled },
  isRetryable,
  retryAfterMs,
});

/** `text` is null when the body exceeds the limit. */
type HttpResponse = { status: number; retryAfter: string | null; text: string | null };

/** Throws when there is no complete response. */
async function sendRequest(
  config: ModelConfig,
  request: ModelRequest,
  { signal, maxReplyBytes }: { signal: AbortSignal; maxReplyBytes: number },
): Promise<HttpResponse> {
  const { path, headers, body } = buildHttpRequest(config, request);
  const response = await fetch(config.baseUrl + path, {
    method: "POST",
    redirect: "error",
    headers: { "Content-Type": "application/json", ...headers },
    body: JSON.stringify(body),
    signal,
  });
  return {
    status: response.status,
    retryAfter: response.headers.get("retry-after"),
    text: await readLimitedBody(response, maxReplyBytes),
  };
}

type HttpRequest = { path: string; headers: Record<string, string>; body: Record<string, unknown> };

function buildHttpRequest(
  { provider, model, key }: ModelConfig,
  { system, prompt, maxTokens }: ModelRequest,
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
  // Newer OpenAI models reject max_tokens; other servers support nothing else.
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

function parseReply({ provider }: ModelConfig, text: string): ModelReply | null {
  const body = parseJson(text);
  if (provider === "anthropic") {
    const reply = anthropicReply.safeParse(body).data;
    if (!reply) return null;
    const answerText = reply.content
      .map((block) => (block.type === "text" ? (block.text ?? "") : ""))
      .join("");
    return {
      ok: true,
      text: answerText,
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

/** Null when the body exceeds the limit. */
async function readLimitedBody(response: Response, limit: number): Promise<string | null> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of response.body ?? []) {
    size += part.length;
    if (size > limit) return null;
    parts.push(Buffer.from(part));
  }
  return Buffer.concat(parts).toString("utf8");
}
