import { ENV_NAMES } from "#app/lib/env.server.ts";

/**
 * Environment of a site that reaches nothing but this machine, whatever the shell or a file .env sets:
 * every variable is unset, in both of its forms. Where its data is belongs to the caller.
 */
export const ISOLATED_ENVIRONMENT: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    ENV_NAMES.flatMap((name) => [name, `${name}_FILE`]).map((name) => [name, ""]),
  ),
  NODE_ENV: "production",
  HOST: "127.0.0.1",
  LOG_LEVEL: "warn",
  TRUSTED_PROXIES: "127.0.0.1",
};
