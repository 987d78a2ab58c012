import { describeCookie } from "#app/features/auth/auth.server.ts";
import type { Env } from "#app/lib/env.server.ts";
import { getPublicOrigin } from "#app/lib/public-origin.ts";

/**
 * `pro`: the session. `pro-start`: the browser that began a sign-in. `pro-device`: the browser that gets
 * notifications, also between sessions.
 */
export type ProviderCookie = "pro" | "pro-start" | "pro-device";

export type CookieEnv = Pick<Env, "PUBLIC_URL" | "PORT">;

const describe = (env: CookieEnv, cookie: ProviderCookie) =>
  describeCookie(cookie, getPublicOrigin(env).startsWith("https://"));

/** The token in a cookie, or null. */
export function readProviderCookie(
  request: Request,
  { env, cookie }: { env: CookieEnv; cookie: ProviderCookie },
): string | null {
  const { name } = describe(env, cookie);
  const found = (request.headers.get("cookie") ?? "")
    .split(/;\s*/)
    .find((pair) => pair.startsWith(`${name}=`));
  return found?.slice(name.length + 1) || null;
}

/** A `Set-Cookie` header; without `maxAgeSeconds` the browser forgets the cookie at once. */
export function formatProviderCookie(
  env: CookieEnv,
  {
    cookie,
    token,
    maxAgeSeconds,
  }: { cookie: ProviderCookie; token: string; maxAgeSeconds: number },
): string {
  const { name, attributes } = describe(env, cookie);
  return [
    `${name}=${token}`,
    "Path=/",
    "HttpOnly",
    "SameSite=Lax",
    `Max-Age=${maxAgeSeconds}`,
    ...(attributes.secure ? ["Secure"] : []),
  ].join("; ");
}

export const clearProviderCookie = (env: CookieEnv, cookie: ProviderCookie): string =>
  formatProviderCookie(env, { cookie, token: "", maxAgeSeconds: 0 });
