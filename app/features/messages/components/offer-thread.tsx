import { TextField } from "#app/components/form/field.tsx";
import { MESSAGE_LENGTH } from "../constants.ts";
import type { ShownMessage } from "../threads.server.ts";
import { MessageThread } from "./message-thread.tsx";

type OfferThreadProps = {
  messages: readonly ShownMessage[];
  /** Offers to say that the customer's last message needs no answer. */
  canSkipAnswer?: boolean;
  /** Path of the page, with its key. */
  path: string;
  brand: string;
  /** A message that was refused: why, and what was typed. */
  refused: { problem: string; text: string } | null;
};

/** The messages between a provider and their customer, and a form to write. */
export function OfferThread({ messages, canSkipAnswer, path, brand, refused }: OfferThreadProps) {
  return (
    <section
      id="messages"
      aria-labelledby="messages-title"
      className="mt-5 scroll-mt-24 rounded-2xl border border-line bg-paper p-5"
    >
      <h2 id="messages-title" className="text-xl font-bold">
        Messages
      </h2>
      <p className="mt-1">
        The customer and {brand} read what you write here, so write only about this job. The
        customer chooses whether you or only our team can read their answer.
      </p>
      <MessageThread messages={messages} />
      <form method="post" action={`${path}#messages`} noValidate className="mt-4 grid gap-3">
        <input type="hidden" name="intent" value="message" />
        <TextField
          name="text"
          label="Your message"
          rows={4}
          required
          maxLength={MESSAGE_LENGTH}
          defaultValue={refused?.text}
          error={refused?.problem}
        />
        <button type="submit" className="btn btn-action justify-self-start">
          Send message
        </button>
      </form>
      {canSkipAnswer ? (
        <form method="post" action={`${path}#messages`} className="mt-2">
          <input type="hidden" name="intent" value="messages-done" />
          <input type="hidden" name="seen" value={messages.at(-1)?.id} />
          <button type="submit" className="link py-2">
            No answer needed
          </button>
        </form>
      ) : null}
    </section>
  );
}
