import { isIP } from "node:net";
import { z } from "zod";

const ENDPOINT = "must be an origin such as https://s3.us-east-1.amazonaws.com, without a path";
const endpoint = z.url({ protocol: /^https?$/, error: ENDPOINT }).refine(
  (text) => {
    const { origin } = new URL(text);
    return text.replace(/\/$/, "").toLowerCase() === origin;
  },
  { error: ENDPOINT },
);

/** Variables of the object storage: the first five together or none, the others may be left out. */
export const S3_VARIABLES = {
  S3_ENDPOINT: endpoint.optional(),
  S3_REGION: z
    .string()
    .regex(/^[a-z0-9-]{1,40}$/, { error: "must be a region such as us-east-1" })
    .optional(),
  S3_BUCKET: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, {
      error: "must be 3 to 63 lowercase letters, digits, hyphens and dots",
    })
    .optional(),
  S3_ACCESS_KEY_ID: z
    .string()
    .regex(/^[\w.-]{3,128}$/, { error: "must have 3 to 128 letters and digits" })
    .optional(),
  S3_SECRET_ACCESS_KEY: z.string().min(8, { error: "must have at least 8 characters" }).optional(),
  S3_URL_STYLE: z.enum(["path", "host"], { error: "must be path or host" }).default("path"),
  /** Folders of the bucket that this site has to itself. */
  S3_PREFIX: z
    .string()
    .max(100, { error: "must have at most 100 characters" })
    .regex(/^[A-Za-z0-9_-]+(?:\/[A-Za-z0-9_-]+)*\/?$/, {
      error:
        "must be folders such as henry/production, of letters, digits, hyphens and underscores",
    })
    .default("")
    .transform((prefix) => (prefix === "" || prefix.endsWith("/") ? prefix : `${prefix}/`)),
  /** Where browsers reach the storage, if not at S3_ENDPOINT. */
  S3_PUBLIC_ENDPOINT: endpoint.optional(),
};

type S3Variables = z.infer<z.ZodObject<typeof S3_VARIABLES>>;

const REQUIRED = [
  "S3_ENDPOINT",
  "S3_REGION",
  "S3_BUCKET",
  "S3_ACCESS_KEY_ID",
  "S3_SECRET_ACCESS_KEY",
] as const;

/** What is wrong with the variables together, as one sentence; undefined where nothing is. */
export function findS3Problem(env: S3Variables): string | undefined {
  const missing = REQUIRED.find((name) => !env[name]);
  const set = REQUIRED.some((name) => env[name]) || env.S3_PREFIX || env.S3_PUBLIC_ENDPOINT;
  if (missing && set)
    return `${missing} is missing: object storage needs endpoint, region, bucket and both keys, and only a part is set.`;
  const hosts = [env.S3_ENDPOINT, env.S3_PUBLIC_ENDPOINT].flatMap((text) =>
    text ? new URL(text).hostname.replace(/^\[|\]$/g, "") : [],
  );
  if (env.S3_URL_STYLE === "host" && hosts.some((host) => isIP(host) !== 0))
    return "S3_URL_STYLE is not usable: host prepends the bucket to the hostname, and the endpoint is an IP address; set it to path.";
  return undefined;
}

/** Where objects are, and with which keys requests are signed. `prefix` is empty or ends with "/". */
export type S3Config = {
  endpoint: string;
  publicEndpoint: string;
  region: string;
  bucket: string;
  accessKeyId: string;
  secretAccessKey: string;
  urlStyle: "path" | "host";
  prefix: string;
};

/** The object storage; null where none is set. */
export function getS3Config(env: S3Variables): S3Config | null {
  const { S3_ENDPOINT, S3_REGION, S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = env;
  if (!S3_ENDPOINT || !S3_REGION || !S3_BUCKET || !S3_ACCESS_KEY_ID || !S3_SECRET_ACCESS_KEY)
    return null;
  return {
    endpoint: S3_ENDPOINT,
    publicEndpoint: env.S3_PUBLIC_ENDPOINT ?? S3_ENDPOINT,
    region: S3_REGION,
    bucket: S3_BUCKET,
    accessKeyId: S3_ACCESS_KEY_ID,
    secretAccessKey: S3_SECRET_ACCESS_KEY,
    urlStyle: env.S3_URL_STYLE,
    prefix: env.S3_PREFIX,
  };
}
