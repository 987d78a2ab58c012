import { z } from "zod";
import type { Env } from "#app/lib/env.server.ts";
import { parseJson } from "#app/lib/parse-json.ts";
import { DEADLINE_MS } from "./constants.ts";

export type TextConfig = { baseUrl: string; accountSid: string; authToken: string; from: string };
type TextEnv = Pick<
  Env,
  "TWILIO_ACCOUNT_SID" | "TWILIO_AUTH_TOKEN" | "TWILIO_FROM_NUMBER" | "TWILIO_API_BASE_URL"
>;

/** The account that sends texts; null where none is set. */
export function getTextConfig(env: TextEnv): TextConfig | null {
  const { TWILIO_ACCOUNT_SID: accountSid, TWILIO_AUTH_TOKEN: authToken } = env;
  const { TWILIO_FROM_NUMBER: from, TWILIO_API_BASE_URL: baseUrl } = env;
  return accountSid && authToken && from ? { baseUrl, accountSid, authToken, from } : null;
}

/**
 * `opted-out`: the person wrote STOP to our number; `bad-number`: it cannot get texts; `refused`: this
 * text is not taken; `unauthorized`, `busy`, `down`: not taken now; `unknown`: no response, so it may
 * have been sent.
 */
export type TextFailure =
  | "opted-out"
  | "bad-number"
  | "refused"
  | "unauthorized"
  | "busy"
  | "down"
  | "unknown";
type Result = { ok: true } | { ok: false; reason: TextFailure };

/** Twilio's codes for refused messages (their error dictionary). */
const REASONS: Readonly<Record<number, TextFailure>> = {
  21211: "bad-number",
  21610: "opted-out",
  21614: "bad-number",
};
/** Of a connection that was never made: nothing was sent. */
const NOT_CONNECTED = new Set([
  "EAI_AGAIN",
  "ECONNREFUSED",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ENOTFOUND",
  "UND_ERR_CONNECT_TIMEOUT",
]);
const errorSchema = z.object({ code: z.number() });

/** Sends a text. Failures of the provider are returned, not thrown. */
export const sendText = (
  config: TextConfig,
  { to, body }: { to: string; body: string },
): Promise<Result> =>
  call(config, {
    path: "/Messages.json",
    form: new URLSearchParams({ To: to, From: config.from, Body: body }),
  });

/** Checks account and token; sends nothing. */
export const testAccount = (config: TextConfig): Promise<Result> => call(config, { path: ".json" });

async function call(
  { baseUrl, accountSid, authToken }: TextConfig,
  { path, form }: { path: string; form?: URLSearchParams },
): Promise<Result> {
  const credentials = Buffer.from(`${accountSid}:${authToken}`).toString("base64");
  try {
    const response = await fetch(new URL(`/2010-04-01/Accounts/${accountSid}${path}`, baseUrl), {
      method: form ? "POST" : "GET",
      headers: { Authorization: `Basic ${credentials}`, Accept: "application/json" },
      body: form,
      redirect: "manual",
      signal: AbortSignal.timeout(DEADLINE_MS),
    });
    // The status alone says that a text was taken, so that a cut body does not send it twice.
    if (response.ok) {
      await response.body?.cancel();
      return { ok: true };
    }
    const text = await response.text().catch(() => "");
    return { ok: false, reason: readReason(response.status, text) };
  } catch (error) {
    const code = (error as { cause?: { code?: string } }).cause?.code ?? "";
    return { ok: false, reason: NOT_CONNECTED.has(code) ? "down" : "unknown" };
  }
}

function readReason(status: number, text: string): TextFailure {
  if (status === 401 || status === 403) return "unauthorized";
  if (status === 429) return "busy";
  if (status >= 500) return "down";
  return REASONS[errorSchema.safeParse(parseJson(text)).data?.code ?? 0] ?? "refused";
}
