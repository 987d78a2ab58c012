import type { ReactNode } from "react";
import { useLocation, useNavigation } from "react-router";

type ListPanelProps = {
  path: string;
  /** The table never scrolls sideways, so its head may stay in view. */
  isFlat?: boolean;
  children: ReactNode;
};

/** The frame of a list's rows; dimmed while other rows of the list at `path` load. */
export function ListPanel({ path, isFlat = false, children }: ListPanelProps) {
  const { state, location: next } = useNavigation();
  const { pathname, search } = useLocation();
  const isLoading =
    state === "loading" && pathname === path && next.pathname === path && next.search !== search;
  return (
    <div
      className={`panel-card relative ${isFlat ? "overflow-visible!" : "overflow-x-auto"} ${isLoading ? "opacity-60" : ""}`}
      aria-busy={isLoading}
    >
      {children}
    </div>
  );
}
