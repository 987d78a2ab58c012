import { useCallback, useEffect, useRef, useState } from "react";
import type { SubmitTarget } from "react-router";
import { useFetcher } from "#app/components/admin/use-fetcher.ts";
import { newUuid } from "#app/lib/new-uuid.ts";

export type SaveRequest<V> = { values: V; baseVersion: number };

/**
 * Saves an editor's values. `onReply` receives each reply once, with the values that were sent. `R`
 * is the reply type of the editor's action.
 */
export function useSaveRequest<V, R>(
  id: string | null,
  onReply: (reply: R, sent: SaveRequest<V>) => void,
) {
  const fetcher = useFetcher<{ intent: string } & R>();
  const sent = useRef<SaveRequest<V>>(undefined);
  // A save whose response is lost is sent again; this id lets the server recognize it.
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
