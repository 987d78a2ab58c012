import type { Database } from "#app/db/client.server.ts";
import { parseEnv } from "#app/lib/env.server.ts";
import { createLogger } from "#app/lib/logger.server.ts";
import { contactKeys, siteSettings } from "./factories.ts";

type MailAppOptions = {
  db: Database;
  now: () => Date;
  /** `SMTP_URL`, for example. */
  env?: Record<string, string>;
};

/** What jobs that send mails get from the application; they retry after the same time each time. */
export const buildMailApp = ({ db, now, env }: MailAppOptions) => ({
  db,
  env: parseEnv({ DATA_DIR: "/tmp/never-written", PUBLIC_URL: "https://henry.example", ...env }),
  log: createLogger("silent"),
  now,
  settings: { get: async () => siteSettings, drop() {} },
  contactKeys,
  random: () => 0,
});
