import { useEffect, useState } from "react";

/**
 * Returns the focus on unmount to where it was on mount, which a dialog that is removed from the page
 * does not do. Does nothing if the focus has moved elsewhere meanwhile.
 */
export function useReturnFocus(): void {
  const [opener] = useState(() =>
    typeof document === "undefined" ? null : document.activeElement,
  );
  useEffect(
    () => () => {
      const isElsewhere = document.activeElement && document.activeElement !== document.body;
      if (!isElsewhere && opener instanceof HTMLElement && opener.isConnected) opener.focus();
    },
    [opener],
  );
}
