import { useEffect, useState } from "react";

/**
 * Returns the focus on unmount to where it was on mount: a dialog that is removed from the page
 * does not do that.
 */
export function useReturnFocus(): void {
  const [opener] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
    },
    [opener],
  );
}
