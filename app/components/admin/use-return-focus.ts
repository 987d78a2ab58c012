import { useEffect, useState } from "react";

/**
 * Where the focus was before this came gets it back when this goes: a dialog that is taken out of
 * the page does not do that.
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
