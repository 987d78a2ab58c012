import { getCallingStatus } from "#app/features/calls/calling-hours.ts";
import { MAX_ATTEMPTS_A_DAY } from "#app/features/calls/calling-rules.ts";
import type { ListedRequest } from "./loaders.server.ts";

/** What a row shows of a request at one time: whether its customer may be called changes with it. */
export function toWorkableRequest(request: ListedRequest, now: number) {
  const { phoneHref, isOptedOut, calling, attemptCount } = request;
  const callingStatus = calling && getCallingStatus(calling, new Date(now));
  return {
    ...request,
    callingStatus,
    /** A call needs no reason: it is within the hours, and there were few attempts so far. */
    canDial:
      Boolean(phoneHref) &&
      !isOptedOut &&
      attemptCount < MAX_ATTEMPTS_A_DAY &&
      callingStatus?.ok === true,
  };
}
export type WorkableRequest = ReturnType<typeof toWorkableRequest>;
