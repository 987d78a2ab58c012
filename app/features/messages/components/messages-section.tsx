import { ChoiceField, TextField } from "#app/components/form/field.tsx";
import { PageSection } from "#app/components/layouts/page-section.tsx";
import { MESSAGE_LENGTH } from "../constants.ts";
import type { CustomerThread } from "../threads.server.ts";
import { MessageThread } from "./message-thread.tsx";

/** A message that was refused: why, and what was typed. */
export type RefusedMessage = { problem: string; text: string; offerId: string };

type MessagesSectionProps = {
  thread: CustomerThread;
  /** Path of the page. */
  path: string;
  /** When the team works, as one sentence. */
  opening: string;
  /** Whether answers are mailed to the customer as well. */
  isMailed: boolean;
  refused: RefusedMessage | undefined;
};

/** What the customer, the team and the connected company wrote, and a form to write. */
export function MessagesSection({
  thread,
  path,
  opening,
  isMailed,
  refused,
}: MessagesSectionProps) {
  const { connected, messages } = thread;
  return (
    <PageSection id="messages" title="Messages">
      <p className="mt-1">
        Write to us here. {opening} Our answer shows on this page
        {isMailed ? ", and we email it to you." : "."}
      </p>
      <MessageThread messages={messages} />
      <form method="post" action={`${path}#messages`} noValidate className="mt-4 grid gap-3">
        <input type="hidden" name="intent" value="message" />
        {connected ? (
          <ChoiceField
            name="offerId"
            legend="Who can read it?"
            columns="sm:grid-cols-2"
            choices={[
              { value: "", label: "Our team" },
              { value: connected.offerId, label: `Our team and ${connected.company}` },
            ]}
            defaultValue={refused?.offerId === connected.offerId ? connected.offerId : ""}
          />
        ) : null}
        <TextField
          name="text"
          label="Your message"
          hint="If you write STOP, or ask us to stop contacting you, all contact ends."
          rows={3}
          required
          maxLength={MESSAGE_LENGTH}
          defaultValue={refused?.text}
          error={refused?.problem}
        />
        <button type="submit" className="btn btn-line justify-self-start">
          Send message
        </button>
      </form>
    </PageSection>
  );
}
