import type { Registry } from "prom-client";
import { createContext } from "react-router";
import type { Database } from "./db/client.server.ts";
import type { FunnelCounter } from "./features/analytics/funnel-counter.server.ts";
import type { ConsentTexts } from "./features/consent/texts.server.ts";
import type { RequestCountsCache } from "./features/requests/request-counts.server.ts";
import type { RequestFeed } from "./features/requests/request-feed.server.ts";
import type { Caller } from "./features/requests/submit-request.server.ts";
import type { SettingsCache } from "./features/settings/queries.server.ts";
import type { Auth } from "./features/staff/auth.server.ts";
import type { StaffRole } from "./features/staff/constants.ts";
import type { Env } from "./lib/env.server.ts";
import type { Logger } from "./lib/logger.server.ts";

/** What the process offers to loaders and actions. */
export type Services = {
  env: Env;
  db: Database;
  auth: Auth;
  settings: SettingsCache;
  consentTexts: ConsentTexts;
  /** Anonymous counts of what visitors do. */
  funnel: FunnelCounter;
  log: Logger;
  metrics: Registry;
  /** Key of the hashes that stop requests are compared with. */
  contactKey: Buffer;
  now: () => Date;
  /** Tells workers, wherever they run, that the outbox has something. Never waits, never fails. */
  wakeDelivery: () => void;
  /** Tells the open portals of every instance of a stored request. Never waits, never fails. */
  announceRequest: (id: string) => void;
  requestFeed: RequestFeed;
  requestCounts: RequestCountsCache;
  /** Rejects where the database does not answer in time. */
  checkDatabase: () => Promise<void>;
  isStopping: () => boolean;
  /** Aborted when the process begins to stop: answers that last end then, before the drain. */
  stopSignal: AbortSignal;
};

export type RequestInfo = {
  requestId: string;
  /** For the script tags of interactive pages. */
  readonly nonce: string;
  caller: Caller;
  /** The request came by the path that the staff login is served at. */
  viaLoginPath: boolean;
  /** Set where an answer failed because the database is away: the server then says 503 instead of 500. */
  databaseDown?: boolean;
};

/** Who is signed in, read for this request; `role` is null without an active admin record. */
export type Staff = { userId: string; sessionId: string; email: string; name: string; role: StaffRole | null; hasFactor: boolean };

export const servicesContext = createContext<Services>();
export const requestInfoContext = createContext<RequestInfo>();
export const staffContext = createContext<Staff | null>(null);
