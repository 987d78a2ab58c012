import { useCallback, useEffect, useRef, useState } from "react";
import type { SubmitTarget } from "react-router";
import { useFetcher } from "#app/components/admin/use-fetcher.ts";
import { newUuid } from "#app/lib/new-uuid.ts";

export type SaveRequest<V> = { values: V; baseVersion: number };

/**
 * Sends what an editor holds to be saved; `onReply` hears once what became of it, and what had been
 * sent. `R` is what the editor's action answers to a save.
 */
export function useSave<V, R>(
  id: string | null,
  onReply: (reply: R, sent: SaveRequest<V>) => void,
) {
  const fetcher = useFetcher<{ intent: string } & R>();
  const sent = useRef<SaveRequest<V>>(undefined);
  // A save whose answer is lost is sent again: by this the server knows that it is the same new
  // thing.
  const [newId] = useState(() => newUuid());
  const listener = useRef(onReply);
  listener.current = onReply;
  const { data, submit } = fetcher;

  useEffect(() => {
    const request = sent.current;
    if (data?.intent !== "save" || !request) return;
    sent.current = undefined;
    listener.current(data as R, request);
  }, [data]);

  const save = useCallback(
    ({ values, baseVersion }: SaveRequest<V>, more: object = {}) => {
      sent.current = { values, baseVersion };
      void submit(
        {
          intent: "save",
          id,
          ...(id ? {} : { newId }),
          baseVersion,
          values,
          ...more,
        } as SubmitTarget,
        { method: "post", encType: "application/json" },
      );
    },
    [id, newId, submit],
  );
  return { save, isSaving: fetcher.state === "submitting" };
}
