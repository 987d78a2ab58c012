import { useState } from "react";

/**
 * The answer to a form until something in the form changes: a refusal of other values is no longer
 * true, and a password asked for them must not confirm what the form says no more.
 */
export function useCurrentReply<Reply>(reply: Reply | undefined): {
  reply: Reply | undefined;
  onInput: () => void;
} {
  const [outdated, setOutdated] = useState<Reply>();
  return { reply: reply === outdated ? undefined : reply, onInput: () => setOutdated(reply) };
}
