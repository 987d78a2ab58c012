import { useEffect, useState } from "react";
import { useRevalidator } from "react-router";

/**
 * Reads a provider anew for somebody who gives up what they typed.
 * @returns `round`, the key of the form: with what was read it begins anew, without the failure of the one before
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
