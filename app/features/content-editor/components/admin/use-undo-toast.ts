import { useCallback, useEffect, useRef } from "react";
import { toast } from "sonner";

/** Shows a toast with an undo button, for as long as the editor is mounted. */
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
