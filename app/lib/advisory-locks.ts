/**
 * Keys of PostgreSQL's advisory locks, in one list because all locks of a database share
 * one number space. A key never changes: during a deployment two versions run side by side.
 */
export const ADVISORY_LOCKS = {
  migrate: 4_702_911,
  sealConsent: 4_702_912,
  saveConsentWording: 4_702_913,
  saveSettings: 4_702_914,
  applyRetention: 4_702_915,
  notifyStaff: 4_702_916,
  refreshHighLevelTokens: 4_702_917,
  reconcileHighLevel: 4_702_918,
  rotateSecret: 4_702_919,
  /** Guards the daily budget of the AI model, which all jobs share. */
  reserveModelCall: 4_702_921,
  /** Used with a key: the id of the content, or of the person where there is no content. */
  startGenerationJob: 4_702_922,
  proposeProviderStatuses: 4_702_941,
  importProviders: 4_702_942,
  mailApprovals: 4_702_943,
  mailStops: 4_702_944,
  mailMessages: 4_702_946,
  mailDisputes: 4_702_947,
  mailProviderNotices: 4_702_948,
  switchClaims: 4_702_951,
  mailVisits: 4_702_953,
  /** Used with a key: the id of the provider whose time it is. */
  setVisit: 4_702_954,
  /** Used with a key: the phone number that may be texted. */
  textNumber: 4_702_961,
  /** Used with a key: the id of the member whose devices are counted. */
  turnOnPush: 4_702_971,
  createApiKey: 4_702_981,
  createWebhook: 4_702_982,
  backUp: 4_702_991,
} as const;

export type AdvisoryLock = (typeof ADVISORY_LOCKS)[keyof typeof ADVISORY_LOCKS];
