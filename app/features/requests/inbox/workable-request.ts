import { getCallingStatus, getCap } from "#app/features/calls/calling-hours.ts";
import { countRecent } from "../attempts/check-attempt.ts";
import type { ListedRequest } from "./loaders.server.ts";

/** What a row shows of a request at one time: whether its customer may be called changes with it. */
export function toWorkableRequest(request: ListedRequest, now: number) {
  const { phoneHref, isOptedOut, isWrongNumber, calling, recentAt } = request;
  const callingStatus = calling && getCallingStatus(calling, new Date(now));
  return {
    ...request,
    callingStatus,
    /** A call needs no reason: it is within the hours, and below the cap. */
    canDial:
      Boolean(phoneHref) &&
      !isOptedOut &&
      !isWrongNumber &&
      calling !== null &&
      callingStatus?.ok === true &&
      countRecent(recentAt, now) < getCap(calling).mostAttempts,
  };
}
export type WorkableRequest = ReturnType<typeof toWorkableRequest>;
