import type { ReactNode } from "react";
import { useLocation, useNavigation } from "react-router";

/** The frame of a list's rows; dimmed while other rows of the list at `path` load. */
export function ListPanel({ path, children }: { path: string; children: ReactNode }) {
  const { state, location: next } = useNavigation();
  const { pathname, search } = useLocation();
  const isLoading =
    state === "loading" && pathname === path && next.pathname === path && next.search !== search;
  return (
    <div
      className={`panel-card relative overflow-x-auto ${isLoading ? "opacity-60" : ""}`}
      aria-busy={isLoading}
    >
      {children}
    </div>
  );
}
