import { useEffect, useState } from "react";
import { useRevalidator } from "react-router";

/**
 * Loads a provider again for somebody who discards what they typed.
 * @returns `round`, the key of the form: a new one resets the form to what was loaded, without an
 * earlier failure
 */
export function useDiscardChanges(): { round: number; discard: () => void } {
  const { state, revalidate } = useRevalidator();
  const [round, setRound] = useState(0);
  const [isDiscarding, setDiscarding] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the end of loading matters, not its start
  useEffect(() => {
    // The data arrives in the render in which loading ends.
    if (state !== "idle" || !isDiscarding) return;
    setRound((current) => current + 1);
    setDiscarding(false);
  }, [state]);
  const discard = () => {
    setDiscarding(true);
    void revalidate();
  };
  return { round, discard };
}
