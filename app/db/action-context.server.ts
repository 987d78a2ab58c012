import { isUuid } from "#app/lib/is-uuid.ts";
import type { Database } from "./client.server.ts";

/**
 * What every mutation gets as its first argument: `deleteContent(context, input)`. A mutation that
 * needs more says so in its type: `ActionContext & Pick<AppContext, "vault">`.
 */
export type ActionContext = {
  db: Database;
  /** A staff member's id, `api-key:<id>`, `provider:<id>`, or a word such as "command-line". */
  actor: string;
  /** The time of the action: everything that it writes has this time. */
  now: Date;
  /** Id of the HTTP request, which log lines carry as well; absent in jobs and commands. */
  httpRequestId?: string;
};

const API_KEY_ACTOR = "api-key:";

/** Who acts where a program calls the API. */
export const formatKeyActor = (keyId: string): string => API_KEY_ACTOR + keyId;

/**
 * The id that columns of acting people store: that of a staff member, or of the key of a program that
 * acts for staff. Customers, providers and jobs have none.
 */
export function getActorId(actor: string): string | null {
  const id = actor.startsWith(API_KEY_ACTOR) ? actor.slice(API_KEY_ACTOR.length) : actor;
  return isUuid(id) ? id : null;
}
