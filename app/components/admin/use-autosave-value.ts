import { useRef, useState } from "react";
import { useReplyFetcher } from "./use-reply-fetcher.ts";

type Reply = { ok: boolean; message?: string };
type AutosaveOptions<Value> = {
  /** The form fields for a value. */
  fields: (value: Value) => Record<string, string>;
  /** The action's URL; the page's own by default. */
  action?: string;
  /** Called when the server refused the value; the stored one is shown again. */
  onFail?: (message: string | undefined) => void;
};

/**
 * A value that is saved as soon as it is chosen, and shown at once. A choice during a save is saved
 * after it: sent in parallel, the two could arrive in the other order.
 */
export function useAutosaveValue<Value>(stored: Value, options: AutosaveOptions<Value>) {
  const { submit, data } = useReplyFetcher<Reply>((reply) => {
    const saved = sent.current;
    sent.current = undefined;
    if (reply.ok && chosen && chosen.value !== saved?.value) return send(chosen);
    setChosen(undefined);
    if (!reply.ok) options.onFail?.(reply.message);
  });
  /** The latest choice until it is saved. */
  const [chosen, setChosen] = useState<{ value: Value }>();
  /** The value that is being saved. */
  const sent = useRef<{ value: Value }>(undefined);
  const send = (choice: { value: Value }) => {
    sent.current = choice;
    void submit(options.fields(choice.value), {
      method: "post",
      action: options.action,
    });
  };
  const choose = (value: Value) => {
    const choice = { value };
    setChosen(choice);
    if (!sent.current) send(choice);
  };
  const isSaving = chosen !== undefined;
  return {
    value: chosen ? chosen.value : stored,
    isSaving,
    hasFailed: !isSaving && data?.ok === false,
    choose,
  };
}
