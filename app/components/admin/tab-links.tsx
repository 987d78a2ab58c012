import { useEffect, useRef } from "react";
import { Link, useLocation } from "react-router";

/** `isCurrent` defaults to whether the page's path is the tab's. */
type Tab = { name: string; path: string; isCurrent?: boolean };
type TabLinksProps = {
  label: string;
  pages: readonly Tab[];
  /** For tabs within one page: links keep its scroll position and replace its history entry. */
  isInPlace?: boolean;
  className?: string;
};

/** Tabs as a row of links that scrolls sideways on small screens. */
export function TabLinks({
  label,
  pages,
  isInPlace = false,
  className = "-mx-4 border-b border-line px-4 room-lg:mx-0 room-lg:px-0",
}: TabLinksProps) {
  const row = useRef<HTMLElement>(null);
  const { key, pathname } = useLocation();
  // A dialog around the tabs opens after this effect; the tabs have no position before that.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each location has its own current tab
  useEffect(() => {
    const frame = requestAnimationFrame(() => scrollToActive(row.current));
    return () => cancelAnimationFrame(frame);
  }, [key]);
  return (
    <nav ref={row} aria-label={label} className={`overflow-x-auto ${className}`}>
      <ul className="flex gap-1">
        {pages.map(({ name, path, isCurrent = path === pathname }) => (
          <li key={path}>
            <Link
              to={path}
              replace={isInPlace}
              preventScrollReset={isInPlace}
              aria-current={isCurrent ? "page" : undefined}
              className={`flex min-h-11 items-center border-b-3 px-3 font-semibold whitespace-nowrap -outline-offset-3! ${isCurrent ? "border-action text-ink" : "border-transparent text-muted hover:text-ink"}`}
            >
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Scrolls the row, and nothing else, to center the current tab. */
function scrollToActive(row: HTMLElement | null): void {
  const tab = row?.querySelector("[aria-current=page]")?.getBoundingClientRect();
  if (!row || !tab) return;
  const { left, width } = row.getBoundingClientRect();
  row.scrollLeft += tab.left + tab.width / 2 - (left + width / 2);
}
