import { useEffect, useState } from "react";
import { LAST_QUESTION_STEP } from "../../../constants.ts";
import type { SentReceipt } from "./sent-receipt.tsx";
import type { WizardState } from "./wizard-state.ts";

/** Imports the receipt. The caller does it, as the scripts of content pages are built apart. */
export type LoadReceipt = () => Promise<{ SentReceipt: typeof SentReceipt }>;

/**
 * Loads the receipt while the request is sent: the form opens faster without it. If it cannot be
 * loaded, the browser opens the page that shows the same.
 * @returns the component, or null while it loads
 */
export function useSentReceipt(
  { step, sending, sent }: Pick<WizardState, "step" | "sending" | "sent">,
  load: LoadReceipt,
): typeof SentReceipt | null {
  const [loaded, setLoaded] = useState<{ SentReceipt: typeof SentReceipt } | null>(null);
  const isSent = step > LAST_QUESTION_STEP;
  const isNeeded = (sending || isSent) && !loaded;
  const pageUrl = isSent && sent?.requestUrl ? `${sent.requestUrl}/thanks` : null;
  useEffect(() => {
    if (!isNeeded) return;
    load().then(setLoaded, () => {
      if (pageUrl) location.assign(pageUrl);
    });
  }, [isNeeded, pageUrl, load]);
  return loaded?.SentReceipt ?? null;
}
