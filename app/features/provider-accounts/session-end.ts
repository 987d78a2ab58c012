import { SESSION_ABSOLUTE_MS, SESSION_IDLE_MS } from "./constants.ts";

/** When a session ends that is used now. */
export const getSessionEnd = (signedInAt: Date, now: Date): Date =>
  new Date(Math.min(now.getTime() + SESSION_IDLE_MS, signedInAt.getTime() + SESSION_ABSOLUTE_MS));
