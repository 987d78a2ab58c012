import { randomUUID } from "node:crypto";
import type { Database } from "#app/db/client.server.ts";
import { closeDatabase, createDatabase } from "#app/db/client.server.ts";
import { deriveLogin, replaceLogin, trySignIn } from "#app/db/roles.server.ts";
import { type ConsentTexts, createConsentTexts } from "#app/features/consent/texts.server.ts";
import { buildRecord } from "#app/features/requests/intake/build-record.ts";
import { intakeBodySchema } from "#app/features/requests/intake/schema.server.ts";
import { submitRequest } from "#app/features/requests/intake/submit-request.server.ts";
import type { QuoteDraft } from "#app/features/requests/quote/fields.ts";
import { emptyQuote } from "#app/features/requests/quote/schema.ts";
import { siteSettingsSchema } from "#app/features/settings/schema.ts";
import type { ContactKeys } from "#app/lib/contact-keys.server.ts";
import type { TargetName } from "#app/lib/delivery-targets.ts";
import { copyDatabase, dropDatabase } from "./setup/database.ts";

export const contactKeys: ContactKeys = [Buffer.alloc(32, 7)];
export const siteSettings = siteSettingsSchema.parse({});

/** Opens a database for one test file: `db` as the application's user, `owner` as the owner. */
export async function openTestDatabase(templateUrl: string): Promise<{
  db: Database;
  owner: Database;
  url: string;
  appUrl: string;
  close: () => Promise<void>;
}> {
  const url = await copyDatabase(templateUrl);
  const onError = () => {};
  const appUrl = replaceLogin(url, deriveLogin(templateUrl));
  await trySignIn(appUrl);
  const db = createDatabase({ url: appUrl, max: 8, onError });
  const owner = createDatabase({ url, max: 2, onError });
  return {
    db,
    owner,
    url,
    appUrl,
    close: async () => {
      await Promise.all([closeDatabase(db), closeDatabase(owner)]);
      await dropDatabase(url);
    },
  };
}

/** Builds the values of a complete quote form. */
export const buildQuote = (changes: Partial<QuoteDraft> = {}): QuoteDraft => ({
  ...emptyQuote,
  address: "12 Elm Street",
  city: "Atlanta",
  state: "GA",
  zipCode: "30301",
  propertyClass: "residential",
  isPropertyOwner: "Yes",
  timeframe: "urgent",
  description: "Water under the sink",
  urgencyLevel: "this-week",
  schedulingPreference: "call-me",
  communicationPreference: "phone",
  name: "Jordan Example",
  phone: "(404) 555-0123",
  email: "jordan@example.com",
  ...changes,
});

/** Builds the body of a contact-sync call as the wizard sends it. */
export function buildIntakeBody(
  options: {
    values?: Partial<QuoteDraft>;
    now?: Date;
    consentTextId?: string;
    meta?: Record<string, unknown>;
  } = {},
) {
  const now = options.now ?? new Date();
  const shownAt = new Date(now.getTime() - 30_000);
  const meta = {
    consent_text_id: options.consentTextId ?? "none",
    shown_at: shownAt.toISOString(),
    agreed_at: now.toISOString(),
    visible_ms: 9_000,
    page_url: "http://localhost:3000/home-services/plumbing",
    form_version: "test",
    filled_ms: 60_000,
    ...options.meta,
  };
  return {
    type: "INSERT" as const,
    record: buildRecord(buildQuote(options.values), { serviceType: "Plumbing", now }),
    meta,
  };
}

type StoreOptions = {
  values?: Partial<QuoteDraft>;
  now?: Date;
  /** Null: the client sends none. */
  key?: string | null;
  meta?: Record<string, unknown>;
  address?: string;
  texts?: ConsentTexts;
  target?: TargetName;
  contactKeys?: ContactKeys;
  /** The browser sent Global Privacy Control. */
  gpc?: boolean;
};

/** Stores a request the way the endpoint does. */
export async function storeRequest(db: Database, options: StoreOptions = {}) {
  const now = options.now ?? new Date();
  const texts = options.texts ?? createConsentTexts(db, () => now);
  const consent = await texts.current(siteSettings);
  const body = intakeBodySchema.parse(
    buildIntakeBody({ values: options.values, now, consentTextId: consent.id, meta: options.meta }),
  );
  const caller = {
    address:
      options.address ?? `10.${[0, 0, 0].map(() => Math.floor(Math.random() * 250)).join(".")}`,
    userAgent: "test",
    gpc: options.gpc ?? false,
  };
  return submitRequest(db, texts, {
    ...body,
    idempotencyKey: options.key === null ? undefined : (options.key ?? randomUUID()),
    caller,
    now,
    target: options.target ?? "contact-sync",
    contactKeys: options.contactKeys ?? contactKeys,
  });
}

/** Returns the rows of a query, for assertions. */
export async function queryRows<T extends Record<string, unknown>>(
  db: Database,
  text: string,
  values: unknown[] = [],
): Promise<T[]> {
  return (await db.$client.query<T>(text, values)).rows;
}
