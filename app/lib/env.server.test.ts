import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { ENV_NAMES, EnvError, parseEnv } from "./env.server.ts";

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

test.each([
  ["PORT", "abc"],
  ["PORT", "65536"],
  ["PORT", "-1"],
  ["PORT", "3000.5"],
  ["PUBLIC_URL", "ftp://henry.example"],
  ["PUBLIC_URL", "https://henry.example/shop"],
  ["PUBLIC_URL", "https://henry.example/?a=1"],
  ["DATABASE_URL", "mysql://user:hunter2@db/app"],
  ["DATABASE_URL", "not-an-address-hunter2"],
  ["DATABASE_DIRECT_URL", "mysql://user:hunter2@db/app"],
  ["DATABASE_READ_URL", "not-an-address-hunter2"],
  ["APP_SECRET", "hunter2"],
  ["PUBLIC_API_KEY", "hunter2"],
  ["TRUSTED_PROXIES", "10.0.0.1, proxy.example"],
  ["TRUSTED_PROXIES", "10.0.0.0/33"],
  ["TRUSTED_PROXIES", "2001:db8::/129"],
  ["TRUSTED_PROXIES", "10.0.0.0/x"],
  ["CONTACT_SYNC_URL", "javascript:alert(1)"],
  ["INBOUND_MAIL_ADDRESS", "reply"],
  ["INBOUND_MAIL_ADDRESS", "reply+now@in.example"],
  ["INBOUND_MAIL_ADDRESS", "the-answers-of-our-customers@in.example"],
  ["MAIL_WEBHOOK_SECRET", "hunter2"],
  ["SMTP_URL", "https://user:hunter2@mail.example"],
  ["AI_PROVIDER", "hal"],
  ["AI_API_KEY", "hunter2"],
  ["AI_BASE_URL", "file:///etc/hunter2"],
  ["AI_DAILY_BUDGET_CENTS", "plenty"],
  ["AI_DAILY_BUDGET_CENTS", "-1"],
  ["BACKUP_KEY", "hunter2"],
  ["METRICS_TOKEN", "hunter2"],
  ["ADMIN_LOGIN_PATH", "/Secret Login"],
  ["OFFLINE_PAGES", "maybe"],
  ["PAGE_WARM_UP", "maybe"],
  ["LOG_LEVEL", "loud"],
  ["ROLE", "boss"],
  ["WORKER_PORT", "none"],
])(
  "reports a wrong %s (%s) in one sentence that names no other variable and repeats no secret",
  (name, value) => {
    const sentence = getEnvError({ [name]: value });
    expect(sentence.startsWith(`${name} is not usable: `), sentence).toBe(true);
    expect(sentence).toMatch(/^[^\n]+[^.\n]\.$/);
    expect(sentence).not.toContain("hunter2");
    for (const other of ENV_NAMES)
      if (other !== name) expect(sentence).not.toMatch(new RegExp(`\\b${other}\\b`));
  },
);

test("reports only the first of two wrong entries of a list", () => {
  expect(getEnvError({ TRUSTED_PROXIES: "one,two" })).toBe(
    'TRUSTED_PROXIES is not usable: must be a comma-separated list of addresses or CIDR ranges; "one" is neither.',
  );
});

test.each(["DATABASE_DIRECT_URL", "DATABASE_READ_URL"])("does not start with %s alone", (name) => {
  expect(getEnvError({ [name]: "postgres://owner@localhost/henry" })).toBe(
    `DATABASE_URL is missing: ${name} is set, and belongs to a database of your own.`,
  );
});

test("reports a URL without http in the same way", () => {
  expect(getEnvError({ PUBLIC_URL: "henry.example" })).toMatch(/^PUBLIC_URL is not usable: /);
});

test("listens on this machine only, with the documented defaults, when nothing is set", () => {
  expect(parseEnv({})).toMatchObject({
    PORT: 3000,
    HOST: "127.0.0.1",
    DATA_DIR: "./data",
    PUBLIC_API_KEY: "public-anon-key",
    LOG_LEVEL: "info",
    ROLE: "all",
  });
  expect(parseEnv({}).DATABASE_URL).toBeUndefined();
});

describe("treats an empty string as unset", () => {
  test.each([
    "PUBLIC_URL",
    "DATA_DIR",
    "DATABASE_URL",
    "APP_SECRET",
    "TRUSTED_PROXIES",
    "CONTACT_SYNC_URL",
    "CONTACT_SYNC_KEY",
    "CONTACT_SYNC_SECRET",
    "SMTP_URL",
    "METRICS_TOKEN",
  ] as const)("for %s", (name) => {
    expect(parseEnv({ [name]: "" })).toEqual(parseEnv({}));
  });

  test.each([
    "PORT",
    "HOST",
    "PUBLIC_API_KEY",
    "ADMIN_LOGIN_PATH",
    "OFFLINE_PAGES",
    "PAGE_WARM_UP",
    "LOG_LEVEL",
    "ROLE",
  ] as const)("for %s, which has a default", (name) => {
    expect(parseEnv({ [name]: "" })[name]).toBe(parseEnv({})[name]);
  });
});

describe("TRUSTED_PROXIES", () => {
  const { TRUSTED_PROXIES: proxies } = parseEnv({
    TRUSTED_PROXIES: " 10.0.0.0/8, 192.0.2.7 ,2001:db8::/32,, ::1",
  });

  test.each([
    ["10.255.0.1", true],
    ["11.0.0.1", false],
    ["192.0.2.7", true],
    ["192.0.2.8", false],
  ])("trusts IPv4 %s: %s", (address, trusted) =>
    expect(proxies.check(address, "ipv4")).toBe(trusted),
  );

  test.each([
    ["2001:db8:ffff::1", true],
    ["2001:db9::1", false],
    ["::1", true],
    ["::2", false],
  ])("trusts IPv6 %s: %s", (address, trusted) =>
    expect(proxies.check(address, "ipv6")).toBe(trusted),
  );

  test("does not trust everybody for an incomplete range", () => {
    expect(getEnvError({ TRUSTED_PROXIES: "10.0.0.0/" })).toMatch(
      /^TRUSTED_PROXIES is not usable: /,
    );
  });

  test("trusts nobody when it is empty", () => {
    expect(parseEnv({ TRUSTED_PROXIES: "" }).TRUSTED_PROXIES.check("127.0.0.1", "ipv4")).toBe(
      false,
    );
  });
});

describe("CONTACT_SYNC_URL", () => {
  const url = "https://crm.example/functions/v1/contact-sync";

  test.each([
    ["CONTACT_SYNC_KEY", { CONTACT_SYNC_URL: url, CONTACT_SYNC_SECRET: "s" }],
    ["CONTACT_SYNC_KEY", { CONTACT_SYNC_URL: url, CONTACT_SYNC_SECRET: "s", CONTACT_SYNC_KEY: "" }],
    ["CONTACT_SYNC_SECRET", { CONTACT_SYNC_URL: url, CONTACT_SYNC_KEY: "k" }],
    [
      "CONTACT_SYNC_SECRET",
      { CONTACT_SYNC_URL: url, CONTACT_SYNC_KEY: "k", CONTACT_SYNC_SECRET: "" },
    ],
  ])("reports a missing %s", (missing, source) => {
    expect(getEnvError(source)).toMatch(new RegExp(`^${missing} is missing: [^\n]+\\.$`));
  });

  test("accepts it with key and secret; key and secret alone do nothing", () => {
    expect(
      parseEnv({ CONTACT_SYNC_URL: url, CONTACT_SYNC_KEY: "k", CONTACT_SYNC_SECRET: "s" }),
    ).toMatchObject({
      CONTACT_SYNC_URL: url,
      CONTACT_SYNC_KEY: "k",
      CONTACT_SYNC_SECRET: "s",
    });
    expect(parseEnv({ CONTACT_SYNC_KEY: "k" }).CONTACT_SYNC_URL).toBeUndefined();
  });
});

describe("AI_PROVIDER", () => {
  test.each([
    ["AI_MODEL", { AI_PROVIDER: "anthropic", AI_API_KEY: "long-enough" }],
    ["AI_API_KEY", { AI_PROVIDER: "openai", AI_MODEL: "m" }],
    ["AI_BASE_URL", { AI_PROVIDER: "openai-compatible", AI_MODEL: "m" }],
  ])("without %s stops the start and names what is missing", (missing, source) => {
    expect(getEnvError(source)).toMatch(new RegExp(`^${missing} is missing: [^\n]+\\.$`));
  });

  test("is optional, and a local server needs no key", () => {
    expect(parseEnv({}).AI_PROVIDER).toBeUndefined();
    expect(
      parseEnv({
        AI_PROVIDER: "openai-compatible",
        AI_MODEL: "m",
        AI_BASE_URL: "http://localhost:8000",
      }),
    ).toMatchObject({
      AI_DAILY_BUDGET_CENTS: 500,
      AI_PRICE_INPUT_CENTS: 0,
    });
  });
});

describe("object storage", () => {
  const s3 = {
    S3_ENDPOINT: "https://s3.us-east-1.amazonaws.com",
    S3_REGION: "us-east-1",
    S3_BUCKET: "henry-files",
    S3_ACCESS_KEY_ID: "AKIAEXAMPLE",
    S3_SECRET_ACCESS_KEY: "long-enough",
  };

  test.each(Object.keys(s3))("without %s stops the start and names what is missing", (missing) => {
    expect(getEnvError({ ...s3, [missing]: "" })).toBe(
      `${missing} is missing: object storage needs endpoint, region, bucket and both keys, and only a part is set.`,
    );
  });

  test("is needed for the variables that belong to it", () => {
    expect(getEnvError({ S3_PREFIX: "henry" })).toMatch(/^S3_ENDPOINT is missing: /);
    expect(getEnvError({ S3_PUBLIC_ENDPOINT: s3.S3_ENDPOINT })).toMatch(
      /^S3_ENDPOINT is missing: /,
    );
  });

  test.each([
    ["S3_ENDPOINT", "https://s3.example/bucket"],
    ["S3_ENDPOINT", "http://s3.example"],
    ["S3_PUBLIC_ENDPOINT", "http://files.example"],
    ["S3_BUCKET", "Henry's files"],
    ["S3_PREFIX", "../other"],
    ["S3_PREFIX", "/henry"],
    ["S3_URL_STYLE", "query"],
  ])("is refused with the %s %s", (name, value) => {
    expect(getEnvError({ ...s3, [name]: value })).toMatch(new RegExp(`^${name} is not usable: `));
  });

  test("may be on this machine or listed as insecure, and not with a bucket before an address", () => {
    expect(parseEnv({ ...s3, S3_ENDPOINT: "http://127.0.0.1:9000" })).toMatchObject({
      S3_URL_STYLE: "path",
      S3_PREFIX: "",
    });
    const insecure = { ...s3, S3_ENDPOINT: "http://minio:9000", S3_PREFIX: "henry/live" };
    expect(parseEnv({ ...insecure, ALLOW_INSECURE_UPSTREAMS: "S3_ENDPOINT" })).toMatchObject({
      S3_PREFIX: "henry/live/",
    });
    expect(getEnvError({ ...s3, S3_ENDPOINT: "https://192.0.2.7", S3_URL_STYLE: "host" })).toMatch(
      /^S3_URL_STYLE is not usable: /,
    );
  });
});

describe("a value in a file", () => {
  const folder = mkdtempSync(join(tmpdir(), "henry-env-"));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const write = (text: string) => {
    const file = join(folder, String(text.length));
    writeFileSync(file, text);
    return file;
  };

  test("counts like one in the environment, without the line break at its end", () => {
    const secret = "a-secret-of-thirty-two-characters";
    expect(parseEnv({ APP_SECRET_FILE: write(`${secret}\n`) }).APP_SECRET).toBe(secret);
    expect(parseEnv({ ROLE_FILE: write("worker"), APP_SECRET_FILE: "" }).ROLE).toBe("worker");
  });

  test("is checked like one in the environment", () => {
    expect(getEnvError({ APP_SECRET_FILE: write("short") })).toBe(
      "APP_SECRET is not usable: must have at least 32 characters.",
    );
  });

  test.each([
    [{ APP_SECRET_FILE: "/nowhere" }, "its file cannot be read (ENOENT)"],
    [{ APP_SECRET_FILE: tmpdir() }, "its file cannot be read (EISDIR)"],
    [
      { APP_SECRET_FILE: "/nowhere", APP_SECRET: "hunter2" },
      "APP_SECRET is also set; set only one of them",
    ],
  ])("that cannot be used is one sentence: %o", (source, reason) => {
    expect(getEnvError(source)).toBe(`APP_SECRET_FILE is not usable: ${reason}.`);
  });

  test("that is far too large is refused", () => {
    expect(getEnvError({ APP_SECRET_FILE: write("x".repeat(70_000)) })).toBe(
      "APP_SECRET_FILE is not usable: its file is larger than 64 KB.",
    );
  });
});
