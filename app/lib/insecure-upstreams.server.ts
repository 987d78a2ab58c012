import pg from "pg";

/** URLs of other systems that receive passwords or personal data. */
const HTTP_UPSTREAMS = [
  "CONTACT_SYNC_URL",
  "STRIPE_API_BASE_URL",
  "CRM_API_BASE_URL",
  "CRM_AUTHORIZE_URL",
  "TWILIO_API_BASE_URL",
  "PUSH_SERVICE_URL",
  "AI_BASE_URL",
  "S3_ENDPOINT",
  "S3_PUBLIC_ENDPOINT",
  "OTEL_EXPORTER_OTLP_ENDPOINT",
  "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT",
  "OTEL_EXPORTER_OTLP_METRICS_ENDPOINT",
  "SENTRY_DSN",
] as const;
const DATABASES = ["DATABASE_URL", "DATABASE_DIRECT_URL", "DATABASE_READ_URL"] as const;
const UPSTREAMS = [...HTTP_UPSTREAMS, "SMTP_URL", ...DATABASES] as const;

export type Upstream = (typeof UPSTREAMS)[number];
export const isUpstream = (name: string): name is Upstream =>
  (UPSTREAMS as readonly string[]).includes(name);

type Addresses = Partial<Record<Upstream, string>>;

/**
 * The variables whose connections would cross a network unencrypted, with advice for each. Only
 * loopback is safe without encryption: the private network of a container host is a network too.
 */
export function findInsecureUpstreams(addresses: Addresses): { name: Upstream; advice: string }[] {
  return UPSTREAMS.flatMap((name) => {
    const address = addresses[name];
    const advice = address === undefined ? undefined : getAdvice(name, address);
    return advice === undefined ? [] : [{ name, advice }];
  });
}

function getAdvice(name: Upstream, address: string): string | undefined {
  if ((DATABASES as readonly string[]).includes(name))
    return isUnencryptedDatabase(address) ? "add ?sslmode=verify-full to it" : undefined;
  const { protocol, hostname, searchParams } = new URL(address);
  if (isLoopback(hostname)) return undefined;
  if (name !== "SMTP_URL") return protocol === "http:" ? "use https://" : undefined;
  const isEncrypted =
    protocol === "smtps:" ||
    (searchParams.get("requireTLS") === "true" && searchParams.get("ignoreTLS") !== "true");
  return isEncrypted
    ? undefined
    : "use smtps://, or add ?requireTLS=true to it (without ignoreTLS)";
}

/** As the driver itself parses the URL; PGSSLMODE counts as well. */
function isUnencryptedDatabase(address: string): boolean {
  const { host, ssl } = new pg.Client({ connectionString: address });
  return !ssl && !isLoopback(host) && !host.startsWith("/");
}

const isLoopback = (host: string) => /^(?:localhost|127(?:\.\d{1,3}){3}|\[?::1\]?)$/i.test(host);
