/** Variables that could connect a site to a real database or to other hosts. */
const CONNECTING_VARIABLES = [
  "PUBLIC_URL",
  "DATABASE_URL",
  "APP_SECRET",
  "CONTACT_SYNC_URL",
  "CONTACT_SYNC_KEY",
  "CONTACT_SYNC_SECRET",
  "CRM_CLIENT_ID",
  "CRM_CLIENT_SECRET",
  "SMTP_URL",
  "METRICS_TOKEN",
];

/** Environment of a site that reaches nothing but this machine, even if a file .env sets more. */
export const ISOLATED_ENVIRONMENT: Record<string, string> = {
  NODE_ENV: "production",
  HOST: "127.0.0.1",
  LOG_LEVEL: "warn",
  TRUSTED_PROXIES: "127.0.0.1",
  ...Object.fromEntries(CONNECTING_VARIABLES.map((name) => [name, ""])),
};
