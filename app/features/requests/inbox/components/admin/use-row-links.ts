import type { MouseEvent } from "react";
import { useCallback } from "react";
import { useLocation, useNavigate } from "react-router";
import { rememberDialed } from "../../../attempts/dialed-calls.ts";
import { LIST_PATH } from "../../schema.ts";

/**
 * Links of the rows to their requests. The router's own link does more than they need, for some 200
 * links of a page: without it the server renders the list a fifth faster.
 */
export function useRowLinks() {
  // Includes the cursor, so that a request opens beside the current page of the list.
  const { search } = useLocation();
  const navigate = useNavigate();
  const onClick = useCallback(
    (event: MouseEvent<HTMLAnchorElement>) => {
      const { altKey, button, ctrlKey, currentTarget, defaultPrevented, metaKey, shiftKey } = event;
      // The browser opens a new tab or window itself.
      if (defaultPrevented || button !== 0 || metaKey || ctrlKey || shiftKey || altKey) return;
      event.preventDefault();
      const to = { pathname: currentTarget.pathname, search: currentTarget.search };
      void navigate(to, { preventScrollReset: true });
    },
    [navigate],
  );
  const linkTo = useCallback(
    (id: string) => ({ href: `${LIST_PATH}/${id}${search}`, onClick }),
    [search, onClick],
  );
  /** Calls, and opens the request, where the result is logged. */
  const linkToCall = useCallback(
    (id: string, href: string) => ({
      href,
      onClick: () => {
        rememberDialed(id, { channel: "call", at: Date.now() });
        void navigate({ pathname: `${LIST_PATH}/${id}`, search }, { preventScrollReset: true });
      },
    }),
    [navigate, search],
  );
  return { linkTo, linkToCall };
}
export type RowLinks = ReturnType<typeof useRowLinks>;
