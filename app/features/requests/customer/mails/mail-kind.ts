import type { AppContext } from "#app/app-context.ts";
import type { Connection } from "#app/db/transaction.server.ts";
import type { MailText } from "#app/features/mail/mail-text.ts";
import type { SiteSettings } from "#app/features/settings/schema.ts";
import type { CalendarFile } from "#app/lib/icalendar.ts";
import type { findMailedRequest } from "./mails.sql.ts";

export type MailedRequest = NonNullable<Awaited<ReturnType<typeof findMailedRequest.first>>>;

export type CustomerMailInput = Pick<AppContext, "db" | "env" | "contactKeys"> & {
  now: Date;
  site: SiteSettings;
  request: MailedRequest;
  /** What the mail is about, as it was queued. */
  subjectId: string;
  /** The customer's own page, with a key of its own for this mail. */
  pageUrl: string;
  /** The mail can be answered: the answer becomes a message to our team. */
  canReply: boolean;
};

/** One kind of mail to customers; the feature that queues it composes it. */
export type CustomerMailKind = {
  kind: string;
  /** The mail as of now; null where there is nothing to tell any more. */
  compose: (
    input: CustomerMailInput,
  ) => Promise<(MailText & { calendar?: CalendarFile }) | null> | MailText | null;
  /** Also sent to a person who opted out, because they asked for just this mail, or must know of it. */
  isAskedFor?: true;
  /** What the mail brings, where nobody waits for it an hour later: it is then not sent any more. */
  lapsesWith?: string;
  /** Nothing that is written back counts: the mail has no address and no marker for an answer. */
  takesNoReply?: true;
  /**
   * Where the mail goes, if not to the present address in the request. It then gets no keys: neither
   * the page nor an answer works from there.
   */
  findAddress?: (db: Connection, subjectId: string) => Promise<string | null>;
  /** Called when no mail reached the customer, for good: no address, refused, or given up. */
  onUnreachable?: (
    context: Pick<AppContext, "db"> & { now: Date },
    subjectId: string,
  ) => Promise<void>;
};
