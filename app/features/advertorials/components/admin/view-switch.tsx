import { useEffect, useRef, useState } from "react";
import { Button } from "#app/components/admin/button.tsx";

type View = "write" | "preview";
const VIEWS = [
  { view: "write", name: "Write" },
  { view: "preview", name: "Preview" },
] as const;

/** On a small screen either the fields or the preview are shown; each keeps its scroll position. */
export function useViews() {
  const [view, setView] = useState<View>("write");
  const places = useRef<Partial<Record<View, number>>>({});
  const top = useRef<HTMLFieldSetElement>(null);
  const isFirst = useRef(true);
  useEffect(() => {
    if (isFirst.current) {
      isFirst.current = false;
      return;
    }
    const place = places.current[view];
    if (place === undefined) top.current?.parentElement?.scrollIntoView({ behavior: "instant" });
    else window.scrollTo({ top: place, behavior: "instant" });
  }, [view]);
  const show = (next: View) => {
    if (next === view) return;
    places.current[view] = window.scrollY;
    setView(next);
  };
  return { view, top, show };
}

export function ViewSwitch({ view: shown, top, show }: ReturnType<typeof useViews>) {
  return (
    <fieldset
      ref={top}
      aria-label="What is shown"
      className="sticky top-14 z-10 -mx-4 flex gap-2 border-b border-line bg-cream px-4 py-2 room-lg:-mx-8 room-lg:px-8 room-xl:hidden"
    >
      {VIEWS.map(({ view, name }) => (
        <Button
          key={view}
          aria-pressed={view === shown}
          onClick={() => show(view)}
          tone={view === shown ? "primary" : "plain"}
          className="flex-1"
        >
          {name}
        </Button>
      ))}
    </fieldset>
  );
}
