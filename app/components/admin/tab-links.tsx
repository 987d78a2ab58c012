import { useEffect, useRef } from "react";
import { NavLink, useLocation } from "react-router";

/** Tabs as links in a row, which scrolls on small screens. */
export function TabLinks({
  label,
  pages,
}: {
  label: string;
  pages: readonly { name: string; path: string }[];
}) {
  const row = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page has another tab
  useEffect(() => scrollToActive(row.current), [pathname]);
  return (
    <nav
      ref={row}
      aria-label={label}
      className="-mx-4 overflow-x-auto border-b border-line px-4 room-lg:mx-0 room-lg:px-0"
    >
      <ul className="flex gap-1">
        {pages.map(({ name, path }) => (
          <li key={path}>
            <NavLink
              to={path}
              end
              className={({ isActive }) =>
                `flex min-h-11 items-center border-b-3 px-3 font-semibold whitespace-nowrap ${isActive ? "border-action text-ink" : "border-transparent text-muted hover:text-ink"}`
              }
            >
              {name}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Scrolls the row, and nothing else, until the tab of this page is in the middle. */
function scrollToActive(row: HTMLElement | null): void {
  const tab = row?.querySelector("[aria-current=page]")?.getBoundingClientRect();
  if (!row || !tab) return;
  const { left, width } = row.getBoundingClientRect();
  row.scrollLeft += tab.left + tab.width / 2 - (left + width / 2);
}
