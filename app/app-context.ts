import type { Registry } from "prom-client";
import { createContext, type RouterContextProvider } from "react-router";
import type { Database } from "#app/db/client.server.ts";
import type { ReadReplica } from "#app/db/read-replica.server.ts";
import type { PublishedArticles } from "#app/features/advertorials/published.server.ts";
import type { ContentCounter } from "#app/features/analytics/content-counter.server.ts";
import type { FunnelCounter } from "#app/features/analytics/funnel-counter.server.ts";
import type { SourceCounter } from "#app/features/analytics/source-counter.server.ts";
import type { Auth } from "#app/features/auth/auth.server.ts";
import type { StaffRole } from "#app/features/auth/constants.ts";
import type { FactorRule } from "#app/features/auth/factor-rule.ts";
import type { SessionWatch } from "#app/features/auth/session-watch.server.ts";
import type { BillingCache } from "#app/features/billing/get-billing.server.ts";
import type { ConsentTexts } from "#app/features/consent/texts.server.ts";
import type { ImageStore } from "#app/features/media/image-files.server.ts";
import type { PrivateStore } from "#app/features/private-files/private-store.server.ts";
import type { ProviderRole } from "#app/features/provider-accounts/constants.ts";
import type { VapidKeys } from "#app/features/push/vapid-keys.server.ts";
import type { PublishedQuizzes } from "#app/features/quizzes/published.server.ts";
import type { AlarmsCache } from "#app/features/requests/assignments/alarms.server.ts";
import type { LiveCounts } from "#app/features/requests/inbox/live-counts.server.ts";
import type { RequestCountsCache } from "#app/features/requests/inbox/request-counts.server.ts";
import type { RequestFeed } from "#app/features/requests/inbox/request-feed.server.ts";
import type { Caller } from "#app/features/requests/intake/submit-request.server.ts";
import type { PresenceHub } from "#app/features/requests/presence/presence-hub.server.ts";
import type { SearchCounts } from "#app/features/requests/views/search-counts.server.ts";
import type { SettingsCache } from "#app/features/settings/queries.server.ts";
import type { ContactKeys } from "#app/lib/contact-keys.server.ts";
import type { Env } from "#app/lib/env.server.ts";
import type { Logger } from "#app/lib/logger.server.ts";
import type { SecurityEventKind, SecurityLog } from "#app/lib/security-log.server.ts";
import type { Vault } from "#app/lib/vault.server.ts";
import type { ActionContext } from "./db/action-context.server.ts";
import type { SharedClock } from "./lib/shared-clock.server.ts";

/** What one process shares with its loaders and actions. */
export type AppContext = {
  env: Env;
  db: Database;
  /** For reports and exports, which may be a few seconds late. */
  replica: ReadReplica;
  auth: Auth;
  settings: SettingsCache;
  /** Active quizzes, from memory. */
  quizzes: PublishedQuizzes;
  /** Active articles, from memory. */
  articles: PublishedArticles;
  /** Billing of providers at Stripe, cached for some minutes. */
  billing: BillingCache;
  consentTexts: ConsentTexts;
  /** Anonymous counts of visitors' events. */
  funnel: FunnelCounter;
  /** Anonymous counts of visits by source. */
  sourceCounter: SourceCounter;
  /** Anonymous counts of events of each quiz and article. */
  contentCounter: ContentCounter;
  /** Files of the media library. */
  images: ImageStore;
  /** Object storage of photos and papers; null: they are in the database. */
  privateStore: PrivateStore | null;
  log: Logger;
  /** The log of security events. */
  security: SecurityLog;
  /** Ends the open event streams of a staff session when that session ends. */
  sessionWatch: SessionWatch;
  metrics: Registry;
  /** Keys of the contact hashes that opt-outs are compared with. */
  contactKeys: ContactKeys;
  /** Encrypts stored secrets: tokens, keys of integrations. */
  vault: Vault;
  /** What messages to push services are signed with. */
  vapidKeys: VapidKeys;
  now: () => Date;
  /** Notifies workers on every instance that the outbox has work. Never waits, never fails. */
  notifyOutbox: () => void;
  /** Notifies workers on every instance that a generation job waits. Never waits, never fails. */
  notifyGeneration: () => void;
  /** Notifies the open portals of every instance of a stored request. Never waits, never fails. */
  publishRequestCreated: (id: string) => void;
  requestFeed: RequestFeed;
  /** Who has which request open, on every instance. */
  presence: PresenceHub;
  /** Counts of the inbox's views for the open portals. */
  liveCounts: LiveCounts;
  /** The open alarms about requests that wait while nobody is on shift, from memory. */
  alarms: AlarmsCache;
  requestCounts: RequestCountsCache;
  /** How many requests saved searches find. */
  searchCounts: SearchCounts;
  /** Rejects if the database does not respond in time. */
  checkDatabase: () => Promise<void>;
  isStopping: () => boolean;
  /** Aborted when the process begins to stop: open streams end then, before the drain. */
  stopSignal: AbortSignal;
};

/** What jobs get. */
export type JobContext = AppContext & {
  /** The time that all instances share. */
  clock: SharedClock;
  /** Connection URL of the owner of the tables, past any pooler: for backups alone. */
  ownerUrl: () => string;
};

export type RequestInfo = {
  httpRequestId: string;
  /** For the script tags of interactive pages. */
  readonly nonce: string;
  caller: Caller;
  /** The request came in on the path of the staff login (ADMIN_LOGIN_PATH). */
  viaLoginPath: boolean;
  /** The URL is malformed, so no route was matched: the fallback screen shows 400. */
  isUrlMalformed?: boolean;
  /**
   * Origins of other sites whose images this page shows; its security policy allows these and no
   * others.
   */
  imageSources?: readonly string[];
  /**
   * Origins of other sites that a form of this page may lead to, by the redirect that answers it; its
   * security policy allows these and no others.
   */
  formTargets?: readonly string[];
  /** Set by a route that refused a suspicious request; logged with the response. */
  securityEvent?: SecurityEventKind;
  /**
   * Set where a response failed because the database is unavailable: the status is then 503 instead
   * of 500.
   */
  databaseDown?: boolean;
};

/** The signed-in person, read for this request; `role` is null without an active admin record. */
export type Staff = {
  userId: string;
  sessionId: string;
  sessionEndsAt: Date;
  email: string;
  name: string;
  role: StaffRole | null;
  hasFactor: boolean;
  /** Which roles must have a second factor. */
  factorRule: FactorRule;
  /**
   * A second factor is required of this person, and there is none yet: every page redirects to its
   * setup.
   */
  mustEnroll: boolean;
  /** When the password was last typed in this session. */
  passwordAt: Date | null;
};

/** Whose portal below /pro is shown, and to whom. */
export type ProviderViewer = {
  providerId: string;
  company: string;
  /** The signed-in person; null where staff look at the portal, who cannot change anything. */
  user: {
    id: string;
    sessionId: string;
    name: string;
    email: string;
    role: ProviderRole;
    /** When the person signed in. */
    signedInAt: Date;
  } | null;
  /** What the paths of the portal's pages begin with: "/pro", or longer for staff. */
  base: string;
};

export const appContext = createContext<AppContext>();
export const requestInfoContext = createContext<RequestInfo>();
export const staffContext = createContext<Staff | null>(null);
export const providerViewerContext = createContext<ProviderViewer | null>(null);

/**
 * The context of a mutation that a route calls: everything the process offers, with who acts, the
 * HTTP request's id and one fixed moment.
 */
export function actionContext(
  context: Readonly<RouterContextProvider>,
  actor: string,
): Omit<AppContext, "now"> & ActionContext & { httpRequestId: string } {
  const app = context.get(appContext);
  const { httpRequestId } = context.get(requestInfoContext);
  return { ...app, actor, now: app.now(), httpRequestId };
}
