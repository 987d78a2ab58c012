import { useEffect, useRef } from "react";
import { SearchField } from "#app/components/admin/search-field.tsx";

const TYPING_PAUSE_MS = 350;

/** Searches for images after a pause in typing, or at once with Enter. */
export function LibrarySearch({ onSearch }: { onSearch: (q: string) => void }) {
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(pause.current), []);
  const go = (field: HTMLInputElement, delayMs: number) => {
    clearTimeout(pause.current);
    pause.current = setTimeout(() => onSearch(field.value.trim()), delayMs);
  };
  return (
    <search className="min-w-0 flex-1 basis-56">
      <SearchField
        label="Search by name or description"
        onChange={(event) => go(event.currentTarget, TYPING_PAUSE_MS)}
        onKeyDown={(event) => {
          if (event.key === "Enter") go(event.currentTarget, 0);
        }}
      />
    </search>
  );
}
