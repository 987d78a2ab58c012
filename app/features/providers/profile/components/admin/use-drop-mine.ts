import { useEffect, useState } from "react";
import { useRevalidator } from "react-router";

/**
 * Loads a provider again for somebody who discards what they typed.
 * @returns `round`, the key of the form: a new one resets the form to what was loaded, without the earlier failure
 */
export function useDropMine(): { round: number; drop: () => void } {
  const { state, revalidate } = useRevalidator();
  const [round, setRound] = useState(0);
  const [isDropping, setDropping] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the end of reading matters, not the wish for it
  useEffect(() => {
    // What was read arrives together with the end of reading.
    if (state !== "idle" || !isDropping) return;
    setRound((current) => current + 1);
    setDropping(false);
  }, [state]);
  const drop = () => {
    setDropping(true);
    void revalidate();
  };
  return { round, drop };
}
