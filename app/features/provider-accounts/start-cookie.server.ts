import { MINUTE_MS } from "#app/lib/durations.ts";
import { PORTAL_HOME, SIGN_IN_MINUTES } from "./constants.ts";
import { type CookieEnv, formatProviderCookie, readProviderCookie } from "./cookies.server.ts";
import { nextSchema } from "./schema.ts";

/** What the browser that asked keeps until the sign-in is done: its token, and where to go then. */
export type StartCookie = { token: string; next: string | null };

export const formatStartCookie = (env: CookieEnv, { token, next }: StartCookie): string =>
  formatProviderCookie(env, {
    cookie: "pro-start",
    token: next ? `${token}.${Buffer.from(next).toString("base64url")}` : token,
    maxAgeSeconds: (SIGN_IN_MINUTES * MINUTE_MS) / 1_000,
  });

export function readStartCookie(request: Request, env: CookieEnv): StartCookie | null {
  const [token, next] = readProviderCookie(request, { env, cookie: "pro-start" })?.split(".") ?? [];
  if (!token) return null;
  return { token, next: parseNext(next ? Buffer.from(next, "base64url").toString("utf8") : null) };
}

/** The page that a sign-in may lead to, or null. */
export const parseNext = (text: string | null): string | null =>
  nextSchema.safeParse(text ?? "").data ?? null;

/** Where a sign-in leads. */
export const getNextPage = (cookie: StartCookie | null): string => cookie?.next ?? PORTAL_HOME;
