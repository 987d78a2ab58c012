import type { ShownMessage } from "../threads.server.ts";

/** A thread on a page without script, the newest message last. */
export function MessageThread({ messages }: { messages: readonly ShownMessage[] }) {
  if (messages.length === 0) return null;
  return (
    <ol className="mt-4 grid gap-3">
      {messages.map(({ id, from, to, isOwn, at, text }) => (
        <li key={id} className={`rounded-xl p-3 ${isOwn ? "bg-cream" : "bg-sand"}`}>
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
