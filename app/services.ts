import type { Registry } from "prom-client";
import { createContext } from "react-router";
import type { Database } from "./db/client.server.ts";
import type { ConsentTexts } from "./features/consent/texts.server.ts";
import type { Caller } from "./features/requests/submit-request.server.ts";
import type { SettingsCache } from "./features/settings/queries.server.ts";
import type { Env } from "./lib/env.server.ts";
import type { Logger } from "./lib/logger.server.ts";

/** What the process offers to loaders and actions. */
export type Services = {
  env: Env;
  db: Database;
  settings: SettingsCache;
  consentTexts: ConsentTexts;
  log: Logger;
  metrics: Registry;
  /** Key of the hashes that stop requests are compared with. */
  contactKey: Buffer;
  now: () => Date;
  /** Tells workers, wherever they run, that the outbox has something. Never waits, never fails. */
  wakeDelivery: () => void;
  /** Rejects where the database does not answer in time. */
  checkDatabase: () => Promise<void>;
  isStopping: () => boolean;
};

export type RequestInfo = {
  requestId: string;
  /** For the script tags of interactive pages. */
  readonly nonce: string;
  caller: Caller;
  /** Set where an answer failed because the database is away: the server then says 503 instead of 500. */
  databaseDown?: boolean;
};

export const servicesContext = createContext<Services>();
export const requestInfoContext = createContext<RequestInfo>();
