import { formatQuantity } from "#app/lib/format-values.ts";
import type { ShownMessage } from "../threads.server.ts";

/** How many messages show without opening anything: the form to write is below them. */
const LATEST = 8;

/** A thread on a page without script, the newest message last; the earlier ones are folded away. */
export function MessageThread({ messages }: { messages: readonly ShownMessage[] }) {
  if (messages.length === 0) return null;
  const earlier = messages.slice(0, -LATEST);
  return (
    <>
      {earlier.length > 0 ? (
        <details className="mt-4">
          <summary className="py-1 font-semibold">
            {formatQuantity(earlier.length, "earlier message")}
          </summary>
          <MessageList messages={earlier} />
        </details>
      ) : null}
      <MessageList messages={messages.slice(-LATEST)} />
    </>
  );
}

function MessageList({ messages }: { messages: readonly ShownMessage[] }) {
  return (
    <ol className="mt-4 grid gap-3">
      {messages.map(({ id, from, to, isOwn, at, text }) => (
        <li
          key={id}
          className={`rounded-xl p-3 ${isOwn ? "border border-line bg-paper" : "bg-sand"}`}
        >
          <p className="text-[0.9375rem]">
            <strong className="break-words">{from}</strong>
            {to ? <span className="break-words">, also to {to}</span> : null}
            <span className="text-muted">, {at}</span>
          </p>
          <p className="mt-1 break-words whitespace-pre-wrap">{text}</p>
        </li>
      ))}
    </ol>
  );
}
