import { useEffect, useRef, useState } from "react";

const holdsFiles = (event: DragEvent) => event.dataTransfer?.types.includes("Files") ?? false;

/**
 * Accepts files that are dropped anywhere on the page: elsewhere the browser would open the file
 * instead of the page.
 * @returns whether a file is being dragged over the page
 */
export function useFileDrop(onFile: (file: File) => void): boolean {
  const [isOver, setOver] = useState(false);
  const listener = useRef(onFile);
  listener.current = onFile;
  useEffect(() => {
    const over = (event: DragEvent) => {
      if (!holdsFiles(event)) return;
      event.preventDefault();
      setOver(true);
    };
    const leave = (event: DragEvent) => {
      if (event.relatedTarget === null) setOver(false);
    };
    const drop = (event: DragEvent) => {
      if (!holdsFiles(event)) return;
      event.preventDefault();
      setOver(false);
      const file = event.dataTransfer?.files[0];
      if (file) listener.current(file);
    };
    const listeners = { dragover: over, dragleave: leave, drop } as const;
    for (const [name, listen] of Object.entries(listeners))
      addEventListener(name, listen as EventListener);
    return () => {
      for (const [name, listen] of Object.entries(listeners))
        removeEventListener(name, listen as EventListener);
    };
  }, []);
  return isOver;
}
