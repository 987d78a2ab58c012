import type { Database } from "./client.server.ts";

/**
 * What every mutation gets as its first argument: `deleteContent(context, input)`. A mutation that
 * needs more says so in its type: `ActionContext & Pick<AppContext, "vault">`.
 */
export type ActionContext = {
  db: Database;
  /** A staff member's id, `provider:<id>`, or a word such as "command-line" or "retention". */
  actor: string;
  /** The time of the action: everything that it writes has this time. */
  now: Date;
  /** Id of the HTTP request, which log lines carry as well; absent in jobs and commands. */
  httpRequestId?: string;
};
