import type { z } from "zod";
import type { Env } from "#app/lib/env.server.ts";
import { parseJson } from "#app/lib/parse-json.ts";
import { STRIPE_VERSION } from "./constants.ts";
import { errorSchema } from "./stripe-schema.server.ts";

export type StripeConfig = { baseUrl: string; key: string };

/** Stripe's address and the key; null without a key. */
export const getStripeConfig = (
  env: Pick<Env, "STRIPE_SECRET_KEY" | "STRIPE_API_BASE_URL">,
): StripeConfig | null =>
  env.STRIPE_SECRET_KEY ? { baseUrl: env.STRIPE_API_BASE_URL, key: env.STRIPE_SECRET_KEY } : null;

/**
 * `refused`: the key is wrong or lacks a permission; `busy`: rate limited; `down`: no response in
 * time, or a server error; `unreadable`: a response of unexpected shape.
 */
export type StripeFailure = "unknown-customer" | "refused" | "busy" | "down" | "unreadable";

export class StripeCallError extends Error {
  readonly reason: StripeFailure;
  /** The key is valid but lacks the permission. */
  readonly isForbidden: boolean;
  constructor(reason: StripeFailure, isForbidden = false) {
    super(reason);
    this.reason = reason;
    this.isForbidden = isForbidden;
  }
}

export type StripeCall = { config: StripeConfig; signal: AbortSignal };
export type StripeFields = Record<string, string>;
type StripeRequest<T extends z.ZodType> = {
  path: string;
  schema: T;
  query?: StripeFields;
  /** Makes it a POST that Stripe runs once for each key, however often it arrives. */
  post?: { fields: StripeFields; idempotencyKey: string };
};

/** @throws StripeCallError */
export async function callStripe<T extends z.ZodType>(
  { config, signal }: StripeCall,
  { path, schema, query = {}, post }: StripeRequest<T>,
): Promise<z.infer<T>> {
  const url = new URL(path, config.baseUrl);
  url.search = new URLSearchParams(query).toString();
  let status: number;
  let text: string;
  try {
    const response = await fetch(url, {
      method: post ? "POST" : "GET",
      headers: {
        Authorization: `Bearer ${config.key}`,
        "Stripe-Version": STRIPE_VERSION,
        Accept: "application/json",
        ...(post && { "Idempotency-Key": post.idempotencyKey }),
      },
      // Form-encoded, with the header that says so.
      body: post && new URLSearchParams(post.fields),
      redirect: "error",
      signal,
    });
    status = response.status;
    text = await response.text();
  } catch {
    throw new StripeCallError("down");
  }
  if (status >= 500) throw new StripeCallError("down");
  if (status === 401 || status === 403) throw new StripeCallError("refused", status === 403);
  if (status === 429) throw new StripeCallError("busy");
  const body = parseJson(text);
  if (status !== 200)
    throw new StripeCallError(
      errorSchema.safeParse(body).data?.error.code === "resource_missing"
        ? "unknown-customer"
        : "unreadable",
    );
  const parsed = schema.safeParse(body);
  if (!parsed.success) throw new StripeCallError("unreadable");
  return parsed.data;
}
