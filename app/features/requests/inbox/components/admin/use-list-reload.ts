import { useEffect } from "react";
import { useLocation, useNavigate, useRevalidator } from "react-router";
import { listReload } from "../../list-reload.ts";
import { LIST_PATH } from "../../schema.ts";

/**
 * Returns a function that loads the list again, from its start; a request that is open stays open.
 * @param list when the list was loaded, and the query string of its first page
 */
export function useListReload(
  { now, query }: { now: number; query: string },
  openId: string | null,
): () => void {
  const { search } = useLocation();
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the time changes with each load
  useEffect(listReload.end, [now]);
  return () => {
    listReload.request();
    if (!openId) void navigate(LIST_PATH + query);
    else if (search === query) void revalidate();
    else void navigate(`${LIST_PATH}/${openId}${query}`, { preventScrollReset: true });
  };
}
