import { Toaster } from "sonner";

/**
 * On phones toasts take the full width, so they appear above the sticky action bars at the bottom.
 */
const ABOVE_BARS = { bottom: "5.5rem" };

/** In rem and the portal's font: the library defaults to pixels and its own font. */
const FRAME = {
  "--width": "min(22.5rem, calc(100vw - 3rem))",
  fontFamily: "inherit",
} as React.CSSProperties;
const LOOK = {
  style: { fontSize: "0.875rem", lineHeight: 1.4 },
  actionButtonStyle: {
    height: "auto",
    minHeight: "2rem",
    padding: "0.25rem 0.75rem",
    fontSize: "0.875rem",
  },
};

/**
 * Where the portal's toasts appear, none in front of another, whose Undo could not be pressed. An
 * open dialog renders its own, because it covers the page's.
 */
export function Toasts() {
  return (
    <Toaster
      expand
      position="bottom-right"
      mobileOffset={ABOVE_BARS}
      style={FRAME}
      toastOptions={LOOK}
    />
  );
}
