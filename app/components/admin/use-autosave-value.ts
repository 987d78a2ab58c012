import { useEffect, useRef, useState } from "react";
import { useFetcher } from "./use-fetcher.ts";

type Reply = { ok: boolean; message?: string };
type AutosaveOptions<Value> = {
  /** What is posted for a value. */
  fields: (value: Value) => Record<string, string>;
  /** The address that takes it; the page's own unless given. */
  action?: string;
  /** The server refused, and the stored value shows again. */
  onFail?: (message: string | undefined) => void;
};

/**
 * A value that is saved the moment it is chosen. It shows at once. What is chosen while one is
 * being saved is saved after it: sent side by side, the two could arrive in the other order.
 */
export function useAutosaveValue<Value>(stored: Value, options: AutosaveOptions<Value>) {
  const { submit, state, data } = useFetcher<Reply>();
  /** What was chosen and is not saved yet. */
  const [chosen, setChosen] = useState<{ value: Value }>();
  /** What is being saved. */
  const sent = useRef<{ value: Value }>(undefined);
  const seen = useRef<Reply>(undefined);
  const latest = useRef(options);
  latest.current = options;
  const send = (choice: { value: Value }) => {
    sent.current = choice;
    void submit(latest.current.fields(choice.value), {
      method: "post",
      action: latest.current.action,
    });
  };
  useEffect(() => {
    if (state !== "idle" || !data || data === seen.current) return;
    seen.current = data;
    const saved = sent.current;
    sent.current = undefined;
    if (data.ok && chosen && chosen.value !== saved?.value) return send(chosen);
    setChosen(undefined);
    if (!data.ok) latest.current.onFail?.(data.message);
  });
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
