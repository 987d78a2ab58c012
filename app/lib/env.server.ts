import { existsSync } from "node:fs";
import { BlockList, isIP } from "node:net";
import { z } from "zod";
import { readFileVariables } from "./env-files.server.ts";
import { findMissingVariable } from "./find-missing-variable.ts";
import { getHostAndPort } from "./host-and-port.ts";
import { findInsecureUpstreams, isUpstream, type Upstream } from "./insecure-upstreams.server.ts";
import { findS3Problem, S3_VARIABLES } from "./s3-variables.server.ts";
import { parseEd25519Key } from "./signature.server.ts";

/** Stops the start with this message: one sentence that names the variable. */
export class EnvError extends Error {}

/** The public key that HighLevel publishes for X-GHL-Signature (its Webhook Integration Guide). */
const HIGHLEVEL_PUBLIC_KEY = "MCowBQYDK2VwAyEAi2HR1srL4o18O8BRa7gVJY7G7bupbN3H9AwJrHCDiOg=";

const httpUrl = z.url({ protocol: /^https?$/, error: "must be a http or https address" });
const postgresUrl = z.url({
  protocol: /^postgres(ql)?$/,
  error: "must begin with postgres:// or postgresql://",
});
/** Whether a URL has only scheme, host and port. */
const isOrigin = (text: string) =>
  URL.canParse(text) && text.replace(/\/$/, "").toLowerCase() === new URL(text).origin;

const port = z.coerce
  .number({ error: "must be a number from 0 to 65535" })
  .int()
  .min(0)
  .max(65_535);

const milliseconds = (min: number) =>
  z.coerce
    .number({ error: "must be a number of milliseconds" })
    .int({ error: "must be a number of milliseconds" })
    .min(min, { error: `must be at least ${min}` })
    .max(3_600_000, { error: "must be at most an hour" });

const cents = z.coerce
  .number({ error: "must be a number of cents" })
  .min(0, { error: "must be a number of cents" })
  .max(10_000_000, { error: "must be a number of cents" });

/** A secret of Standard Webhooks. */
const webhookSecret = z.string().regex(/^(?:whsec_)?[A-Za-z0-9+/]{32,}={0,2}$/, {
  error: "must be base64 of at least 24 bytes, with or without whsec_ before it",
});

const SAMPLERS = [
  "always_on",
  "always_off",
  "traceidratio",
  "parentbased_always_on",
  "parentbased_always_off",
  "parentbased_traceidratio",
] as const;

/** A local part has at most 64 characters, of which the key and its + take 40. */
const MAX_LOCAL_PART = 24;

const envSchema = z.object({
  PORT: port.default(3000),
  HOST: z.string().min(1).default("127.0.0.1"),
  PUBLIC_URL: httpUrl
    .refine(isOrigin, { error: "must be an origin such as https://example.com, without a path" })
    .optional(),
  DATA_DIR: z.string().optional(),
  DATABASE_URL: postgresUrl.optional(),
  /** Past a pooler, as the owner of the tables. */
  DATABASE_DIRECT_URL: postgresUrl.optional(),
  /** A standby, for reports and exports. */
  DATABASE_READ_URL: postgresUrl.optional(),
  APP_SECRET: z.string().min(32, { error: "must have at least 32 characters" }).optional(),
  /** The secret before, for `npm run rotate-secret` alone. */
  OLD_APP_SECRET: z.string().min(32, { error: "must have at least 32 characters" }).optional(),
  PUBLIC_API_KEY: z
    .string()
    .min(8, { error: "must have at least 8 characters" })
    .default("public-anon-key"),
  TRUSTED_PROXIES: z
    .string()
    .default("")
    .transform((text, context) =>
      parseProxies(text, (message) => context.addIssue({ code: "custom", message })),
    ),
  CONTACT_SYNC_URL: httpUrl.optional(),
  CONTACT_SYNC_KEY: z.string().min(1).optional(),
  CONTACT_SYNC_SECRET: z.string().min(1).optional(),
  /** A secret or restricted key; without it billing shows that it is not connected. */
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^[rs]k_/, { error: "must begin with sk_ or rk_" })
    .optional(),
  STRIPE_WEBHOOK_SECRET: z
    .string()
    .regex(/^whsec_/, { error: "must begin with whsec_" })
    .optional(),
  STRIPE_API_BASE_URL: httpUrl
    .refine(isOrigin, { error: "must be an origin such as https://api.stripe.com, without a path" })
    .default("https://api.stripe.com"),
  CRM_CLIENT_ID: z.string().min(1).optional(),
  CRM_CLIENT_SECRET: z.string().min(1).optional(),
  CRM_API_BASE_URL: httpUrl.default("https://services.leadconnectorhq.com"),
  CRM_AUTHORIZE_URL: httpUrl.default("https://marketplace.gohighlevel.com/oauth/chooselocation"),
  /**
   * Our location at HighLevel when delivery uses the contact-sync function and no location is
   * connected.
   */
  CRM_LOCATION_ID: z.string().trim().min(1).max(200).optional(),
  CRM_WEBHOOK_PUBLIC_KEY: z
    .string()
    .default(HIGHLEVEL_PUBLIC_KEY)
    .refine((text) => parseEd25519Key(text) !== null, {
      error: "must be an Ed25519 public key, as PEM or base64",
    }),
  CALLS_WEBHOOK_SECRET: webhookSecret.optional(),
  /** Where answers to mails to customers arrive; each mail adds "+" and a key to the local part. */
  INBOUND_MAIL_ADDRESS: z
    .email({ error: "must be an email address, such as reply@in.example.com" })
    .refine((text) => text.indexOf("@") <= MAX_LOCAL_PART && !text.includes("+"), {
      error: `must have at most ${MAX_LOCAL_PART} characters before the @, and no +`,
    })
    .optional(),
  MAIL_WEBHOOK_SECRET: webhookSecret.optional(),
  /** Texts to customers; all three or none. The token also signs what arrives at /webhooks/texts. */
  TWILIO_ACCOUNT_SID: z
    .string()
    .regex(/^AC[0-9a-f]{32}$/, { error: "must be AC and 32 digits or letters from a to f" })
    .optional(),
  TWILIO_AUTH_TOKEN: z.string().min(16, { error: "must have at least 16 characters" }).optional(),
  TWILIO_FROM_NUMBER: z
    .string()
    .regex(/^\+1\d{10}$/, { error: "must be a US number such as +14045550100" })
    .optional(),
  TWILIO_API_BASE_URL: httpUrl
    .refine(isOrigin, { error: "must be an origin such as https://api.twilio.com, without a path" })
    .default("https://api.twilio.com"),
  /** One more push service for notifications to staff, beside those of the known browsers. */
  PUSH_SERVICE_URL: httpUrl
    .refine(isOrigin, {
      error: "must be an origin such as https://push.example.com, without a path",
    })
    .optional(),
  /** Hosts with ports that webhooks may be sent to in a private network, and without TLS. */
  WEBHOOK_PRIVATE_HOSTS: z
    .string()
    .default("")
    .transform((text, context) =>
      parseHosts(text, (message) => context.addIssue({ code: "custom", message })),
    ),
  SMTP_URL: z
    .url({ protocol: /^smtps?$/, error: "must begin with smtp:// or smtps://" })
    .optional(),
  AI_PROVIDER: z
    .enum(["anthropic", "openai", "openai-compatible"], {
      error: "must be anthropic, openai or openai-compatible",
    })
    .optional(),
  AI_MODEL: z.string().min(1).max(200).optional(),
  AI_API_KEY: z.string().min(8, { error: "must have at least 8 characters" }).optional(),
  AI_BASE_URL: httpUrl.optional(),
  AI_DAILY_BUDGET_CENTS: cents.default(500),
  AI_PRICE_INPUT_CENTS: cents.default(0),
  AI_PRICE_OUTPUT_CENTS: cents.default(0),
  ...S3_VARIABLES,
  /** Encrypts backups in object storage; without it there are none. */
  BACKUP_KEY: z.string().min(32, { error: "must have at least 32 characters" }).optional(),
  ALLOW_INSECURE_UPSTREAMS: z
    .string()
    .default("")
    .transform((text, context) =>
      parseUpstreams(text, (message) => context.addIssue({ code: "custom", message })),
    ),
  METRICS_TOKEN: z.string().min(16, { error: "must have at least 16 characters" }).optional(),
  ADMIN_LOGIN_PATH: z
    .string()
    .regex(/^\/[a-z0-9-]{4,64}$/, {
      error: "must be a path such as /backyard, of small letters, digits and hyphens",
    })
    .default("/backyard"),
  OFFLINE_PAGES: z.enum(["on", "off"], { error: "must be on or off" }).default("on"),
  PAGE_WARM_UP: z.enum(["on", "off"], { error: "must be on or off" }).default("on"),
  /** Telemetry, by the variables of OpenTelemetry. Its SDK is loaded only with one of the addresses. */
  OTEL_EXPORTER_OTLP_ENDPOINT: httpUrl.optional(),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: httpUrl.optional(),
  OTEL_EXPORTER_OTLP_METRICS_ENDPOINT: httpUrl.optional(),
  OTEL_EXPORTER_OTLP_PROTOCOL: z.string().default("http/protobuf"),
  OTEL_EXPORTER_OTLP_HEADERS: z.string().min(1).optional(),
  OTEL_SERVICE_NAME: z.string().min(1).max(200).optional(),
  OTEL_RESOURCE_ATTRIBUTES: z.string().min(1).max(2_000).optional(),
  // As OpenTelemetry asks, values that are not known here count as the default.
  OTEL_TRACES_EXPORTER: z.enum(["otlp", "none"]).default("otlp").catch("otlp"),
  OTEL_METRICS_EXPORTER: z.enum(["otlp", "none"]).default("otlp").catch("otlp"),
  OTEL_METRIC_EXPORT_INTERVAL: milliseconds(1_000).default(60_000),
  /** Milliseconds between two batches of spans. */
  OTEL_BSP_SCHEDULE_DELAY: milliseconds(100).default(5_000),
  OTEL_TRACES_SAMPLER: z
    .enum(SAMPLERS)
    .default("parentbased_always_on")
    .catch("parentbased_always_on"),
  OTEL_TRACES_SAMPLER_ARG: z.coerce
    .number({ error: "must be a number from 0 to 1" })
    .min(0, { error: "must be a number from 0 to 1" })
    .max(1, { error: "must be a number from 0 to 1" })
    .default(1),
  OTEL_SDK_DISABLED: z.enum(["true", "false"], { error: "must be true or false" }).default("false"),
  /** Where errors are reported, by the protocol of Sentry. */
  SENTRY_DSN: z
    .string()
    .regex(/^https?:\/\/[A-Za-z0-9]{1,64}@[A-Za-z0-9.:-]{1,200}\/(?:[\w-]{1,60}\/){0,4}\d{1,20}$/, {
      error: "must be a DSN such as https://key@errors.example.com/1",
    })
    .optional(),
  SENTRY_ENVIRONMENT: z.string().min(1).max(64).default("production"),
  LOG_LEVEL: z.enum(["fatal", "error", "warn", "info", "debug", "trace", "silent"]).default("info"),
  ROLE: z.enum(["all", "web", "worker"]).default("all"),
  /** Where a worker answers /healthz, /readyz and /metrics. */
  WORKER_PORT: port.optional(),
});
/** The names of all variables. */
export const ENV_NAMES: readonly string[] = Object.keys(envSchema.shape);
export type Env = Readonly<Omit<z.infer<typeof envSchema>, "DATA_DIR"> & { DATA_DIR: string }>;

export const DEFAULT_DATA_DIR = "./data";

function parseProxies(text: string, addIssue: (message: string) => void): BlockList {
  const list = new BlockList();
  for (const entry of splitList(text)) {
    const [address = "", bits] = entry.split("/");
    const family = isIP(address);
    const width = family === 6 ? 128 : 32;
    if (!family || (bits !== undefined && !(/^\d+$/.test(bits) && Number(bits) <= width))) {
      addIssue(`must be a comma-separated list of addresses or CIDR ranges; "${entry}" is neither`);
      continue;
    }
    list.addSubnet(
      address,
      bits === undefined ? width : Number(bits),
      family === 6 ? "ipv6" : "ipv4",
    );
  }
  return list;
}

function parseUpstreams(text: string, addIssue: (message: string) => void): Upstream[] {
  return splitList(text).flatMap((name) => {
    if (isUpstream(name)) return [name];
    addIssue(`must be a comma-separated list of variables that hold an address; "${name}" is none`);
    return [];
  });
}

/** Hosts with ports. */
function parseHosts(text: string, addIssue: (message: string) => void): ReadonlySet<string> {
  return new Set(
    splitList(text).flatMap((host) => {
      const url = URL.parse(`http://${host}`);
      if (url?.href === `http://${url?.host}/` && /:\d+$/.test(host)) return [getHostAndPort(url)];
      addIssue(
        `must be a comma-separated list of hosts with ports such as 10.0.0.5:8080; "${host}" is none`,
      );
      return [];
    }),
  );
}

const splitList = (text: string) =>
  text
    .split(",")
    .map((part) => part.trim())
    .filter(Boolean);

/**
 * Parses the environment.
 * @throws EnvError with one sentence that names the first wrong variable
 */
export function parseEnv(source: Record<string, string | undefined>): Env {
  const files = readFileVariables(source, ENV_NAMES);
  if (!files.ok) throw new EnvError(files.problem);
  // An empty line in .env means unset.
  const present = Object.fromEntries(
    Object.entries({ ...source, ...files.values }).filter(
      ([, value]) => value !== undefined && value !== "",
    ),
  );
  const result = envSchema.safeParse(present);
  if (!result.success) {
    const [issue] = result.error.issues;
    throw new EnvError(`${issue?.path.join(".")} is not usable: ${issue?.message}.`);
  }
  const { DATA_DIR: dataDir = DEFAULT_DATA_DIR, ...rest } = result.data;
  const env = { ...rest, DATA_DIR: dataDir };
  const problem = findMissingVariable(env) ?? findS3Problem(env);
  if (problem) throw new EnvError(problem);
  const [insecure] = findInsecureUpstreams(env).filter(
    ({ name }) => !env.ALLOW_INSECURE_UPSTREAMS.includes(name),
  );
  if (insecure) {
    const { name, advice } = insecure;
    throw new EnvError(
      `${name} is not usable: what is sent there would cross the network unencrypted; ${advice}, or add ${name} to ALLOW_INSECURE_UPSTREAMS.`,
    );
  }
  return env;
}

/** Reads the process environment, and the file .env if there is one; nothing else does. */
export function readEnv(): Env {
  if (existsSync(".env")) process.loadEnvFile(".env");
  return parseEnv(process.env);
}
