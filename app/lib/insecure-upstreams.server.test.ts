import { expect, test } from "vitest";
import { EnvError, parseEnv } from "./env.server.ts";

/** The message that the operator sees when the process cannot start. */
function getEnvError(source: Record<string, string>): string {
  try {
    parseEnv(source);
  } catch (error) {
    expect(error).toBeInstanceOf(EnvError);
    return (error as EnvError).message;
  }
  throw new Error(`${JSON.stringify(source)} was accepted`);
}

const sync = { CONTACT_SYNC_KEY: "k", CONTACT_SYNC_SECRET: "s" };

test.each([
  ["CONTACT_SYNC_URL", "http://crm.example/contact-sync", sync],
  ["CONTACT_SYNC_URL", "http://contact-sync:8080/", sync],
  ["STRIPE_API_BASE_URL", "http://10.0.0.7:12111", {}],
  ["CRM_API_BASE_URL", "http://localhost.evil.example", {}],
  ["CRM_AUTHORIZE_URL", "http://crm.example/choose", {}],
  ["AI_BASE_URL", "http://model:8000", {}],
  ["SMTP_URL", "smtp://user:hunter2@mail.example:587", {}],
  ["SMTP_URL", "smtp://mail", {}],
  ["SMTP_URL", "smtp://mail.example?requireTLS=false", {}],
  ["SMTP_URL", "smtp://mail.example?requireTLS=true&ignoreTLS=true", {}],
  ["DATABASE_URL", "postgres://henry:hunter2@db/henry", {}],
  ["DATABASE_URL", "postgresql://henry:hunter2@db.example:6432/henry?sslmode=disable", {}],
  ["DATABASE_URL", "postgres://henry:hunter2@localhost/henry?host=db.example", {}],
  [
    "DATABASE_DIRECT_URL",
    "postgres://owner:hunter2@db/henry",
    { DATABASE_URL: "postgres://henry:hunter2@localhost/henry" },
  ],
  [
    "DATABASE_READ_URL",
    "postgres://owner:hunter2@standby/henry",
    { DATABASE_URL: "postgres://henry:hunter2@localhost/henry" },
  ],
])(
  "refuses %s at %s in one sentence that says what to change, unless the operator allows it",
  (name, value, others) => {
    const sentence = getEnvError({ ...others, [name]: value });
    expect(sentence.startsWith(`${name} is not usable: `), sentence).toBe(true);
    expect(sentence).toMatch(/^[^\n]+[^.\n]\.$/);
    expect(sentence).toContain(`add ${name} to ALLOW_INSECURE_UPSTREAMS`);
    expect(sentence).not.toContain("hunter2");
    expect(
      getEnvError({
        ...others,
        [name]: value,
        ALLOW_INSECURE_UPSTREAMS: name === "SMTP_URL" ? "AI_BASE_URL" : "SMTP_URL",
      }),
    ).toBe(sentence);
    expect(
      parseEnv({ ...others, [name]: value, ALLOW_INSECURE_UPSTREAMS: `AI_BASE_URL , ${name},` }),
    ).toMatchObject({ [name]: value });
  },
);

test.each([
  ["CONTACT_SYNC_URL", "https://crm.example/contact-sync", sync],
  ["CONTACT_SYNC_URL", "http://localhost:9000/contact-sync", sync],
  ["STRIPE_API_BASE_URL", "http://127.0.0.1:12111", {}],
  ["AI_BASE_URL", "http://[::1]:8000", {}],
  ["SMTP_URL", "smtps://user:password@mail.example", {}],
  ["SMTP_URL", "smtp://user:password@mail.example:587?requireTLS=true", {}],
  ["SMTP_URL", "smtp://localhost:1025", {}],
  ["DATABASE_URL", "postgres://henry@localhost:5432/henry", {}],
  ["DATABASE_URL", "postgres://henry@127.0.0.2/henry", {}],
  ["DATABASE_URL", "postgres://henry@[::1]/henry", {}],
  ["DATABASE_URL", "postgres:///henry?host=/var/run/postgresql", {}],
  ["DATABASE_URL", "postgres://henry@%2Fvar%2Frun%2Fpostgresql/henry", {}],
  ["DATABASE_URL", "postgres://henry:password@db.example/henry?sslmode=verify-full", {}],
  ["DATABASE_URL", "postgres://henry:password@db.example/henry?sslmode=no-verify", {}],
])("accepts %s at %s: it is encrypted, or stays on this machine", (name, value, others) => {
  expect(parseEnv({ ...others, [name]: value })).toMatchObject({ [name]: value });
});

test("refuses a variable name that contains no URL", () => {
  expect(getEnvError({ ALLOW_INSECURE_UPSTREAMS: "DATABASE_URL, on" })).toBe(
    'ALLOW_INSECURE_UPSTREAMS is not usable: must be a comma-separated list of variables that hold an address; "on" is none.',
  );
});
