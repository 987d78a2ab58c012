import { useEffect, useRef, useState } from "react";

const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes("Files") ?? false;

/**
 * Accepts a file that is dropped anywhere on the page, as the browser would otherwise open it.
 * @returns whether a file is being dragged over the page
 */
export function useFileDrop(onFile: (file: File) => void): boolean {
  const [isOver, setOver] = useState(false);
  const listener = useRef(onFile);
  listener.current = onFile;
  useEffect(() => {
    const onDragOver = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      setOver(true);
    };
    const onDragLeave = (event: DragEvent) => {
      if (event.relatedTarget === null) setOver(false);
    };
    const onDrop = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      setOver(false);
      const file = event.dataTransfer?.files[0];
      if (file) listener.current(file);
    };
    const listeners = { dragover: onDragOver, dragleave: onDragLeave, drop: onDrop } as const;
    for (const [name, listen] of Object.entries(listeners))
      addEventListener(name, listen as EventListener);
    return () => {
      for (const [name, listen] of Object.entries(listeners))
        removeEventListener(name, listen as EventListener);
    };
  }, []);
  return isOver;
}
