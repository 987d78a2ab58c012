import { Toaster } from "sonner";

/**
 * On phones toasts have the full width: there they stay above the sticky action bars at the lower
 * edge.
 */
const ABOVE_BARS = { bottom: "5.5rem" };

/** Sized in rem and in the portal's font: the library's defaults are pixels and its own font. */
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
 * Where the portal's toasts appear; an open dialog has its own, since it covers those of the page.
 */
export function Toasts() {
  return (
    <Toaster position="bottom-right" mobileOffset={ABOVE_BARS} style={FRAME} toastOptions={LOOK} />
  );
}
