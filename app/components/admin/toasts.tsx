import { Toaster } from "sonner";

/**
 * On phones toasts take the whole width: there they stay above the bars with buttons that stick to
 * the lower edge.
 */
const ABOVE_BARS = { bottom: "5.5rem" };

/**
 * Sized in rem and in the portal's font: the library's defaults are pixels and a font of its own.
 */
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
 * Where the portal's messages appear; an open dialog has one of its own, since it hides those of
 * the page.
 */
export function Toasts() {
  return (
    <Toaster position="bottom-right" mobileOffset={ABOVE_BARS} style={FRAME} toastOptions={LOOK} />
  );
}
