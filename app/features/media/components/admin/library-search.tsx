import { Search } from "lucide-react";
import { useEffect, useRef } from "react";

const TYPING_PAUSE_MS = 350;

/** Looks for pictures after a pause in typing, or at once with Enter. */
export function LibrarySearch({ onSearch }: { onSearch: (q: string) => void }) {
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(pause.current), []);
  const go = (field: HTMLInputElement, delayMs: number) => {
    clearTimeout(pause.current);
    pause.current = setTimeout(() => onSearch(field.value.trim()), delayMs);
  };
  return (
    <search className="min-w-0 flex-1 basis-56">
      <label>
        <span className="block text-sm font-semibold">Search by name or description</span>
        <span className="relative block">
          <Search
            className="pointer-events-none absolute top-3 left-3 size-4 text-muted"
            aria-hidden="true"
          />
          <input
            type="search"
            maxLength={100}
            autoComplete="off"
            onChange={(event) => go(event.currentTarget, TYPING_PAUSE_MS)}
            onKeyDown={(event) => {
              if (event.key === "Enter") go(event.currentTarget, 0);
            }}
            className="field-small w-full pl-9"
          />
        </span>
      </label>
    </search>
  );
}
