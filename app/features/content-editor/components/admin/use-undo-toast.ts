import { useCallback, useEffect, useRef } from "react";
import { toast } from "sonner";

/** Says what was done and offers to take it back, for as long as the editor is there that can. */
export function useUndoToast() {
  const shown = useRef(new Set<string | number>());
  useEffect(
    () => () => {
      for (const id of shown.current) toast.dismiss(id);
    },
    [],
  );
  return useCallback((text: string, { duration, undo }: { duration: number; undo: () => void }) => {
    shown.current.add(toast.success(text, { duration, action: { label: "Undo", onClick: undo } }));
  }, []);
}
