import { Toaster } from "sonner";

/** On phones toasts take the whole width: there they stay above the bars with buttons that stick to the lower edge. */
const ABOVE_BARS = { bottom: "5.5rem" };

/** Where the portal's messages appear; an open dialog has one of its own, since it hides those of the page. */
export function Toasts() {
  return <Toaster position="bottom-right" mobileOffset={ABOVE_BARS} />;
}
