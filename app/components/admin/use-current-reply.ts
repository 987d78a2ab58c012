import { useState } from "react";

/**
 * The reply to a form until something in the form changes: a refusal of other values no longer
 * applies, and a password asked for them must not confirm different ones.
 */
export function useCurrentReply<Reply>(reply: Reply | undefined): {
  reply: Reply | undefined;
  onInput: () => void;
} {
  const [outdated, setOutdated] = useState<Reply>();
  return { reply: reply === outdated ? undefined : reply, onInput: () => setOutdated(reply) };
}
