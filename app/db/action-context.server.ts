import type { Database } from "./client.server.ts";

/**
 * What every mutation gets as its first argument: `deleteContent(context, input)`. A mutation that
 * needs more of the process says so: `ActionContext & Pick<AppContext, "vault">`.
 */
export type ActionContext = {
  db: Database;
  /** A staff member's id, `provider:<id>`, or a word such as "command-line" or "retention". */
  actor: string;
  /** The moment of the action: everything that it writes carries this one. */
  now: Date;
  /** Id of the HTTP request, which log lines carry as well; absent in jobs and commands. */
  httpRequestId?: string;
};
