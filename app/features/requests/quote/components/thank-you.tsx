import { NumberedSteps } from "#app/components/ui/numbered-steps.tsx";
import { PhoneLink } from "#app/components/ui/phone-link.tsx";
import { BEFORE_YES, listNextSteps, type Preferences, STEP_LEADS } from "../next-steps.ts";
import { Receipt, type ReceiptFact } from "./receipt.tsx";
import { RequestLink } from "./request-link.tsx";
import { ThankYouVideo } from "./thank-you-video.tsx";

export type ThankYouProps = Omit<Preferences, "hasPage"> & {
  phone: string;
  /** When emergency calls are taken, as the setting states it. */
  emergencyHours: string;
  /** Reference and a summary of what was sent; empty where they are not known. */
  facts: readonly ReceiptFact[];
  /** The customer's own page, or null where it is not known. */
  requestUrl?: string | null;
  /** Below the heading "Thank You". */
  heading: "h2" | "h3";
};

/**
 * A request that was sent, below its heading: its receipt, what happens next, and the clip. In a wide
 * room they stand in two columns.
 */
export function ThankYou({
  facts,
  requestUrl,
  phone,
  emergencyHours,
  heading: Heading,
  ...preferences
}: ThankYouProps) {
  return (
    <div className="@container">
      <div className="grid items-start gap-x-12 @3xl:grid-cols-2 @3xl:grid-rows-[auto_1fr]">
        {facts.length > 0 ? (
          <div className="@3xl:row-span-2">
            <Receipt
              heading={Heading}
              facts={facts}
              changeUrl={requestUrl ? `${requestUrl}#change-phone` : undefined}
            >
              {requestUrl ? <RequestLink url={requestUrl} canMail={preferences.canMail} /> : null}
            </Receipt>
          </div>
        ) : null}
        <div className="mt-5">
          <Heading className="font-display text-xl font-bold">What happens next</Heading>
          <NumberedSteps
            steps={listNextSteps({ ...preferences, hasPage: Boolean(requestUrl) })}
            leads={STEP_LEADS}
            current={0}
            className="mt-3"
          />
          <p className="mt-4 border-l-4 border-sun pl-4 leading-6 font-semibold">{BEFORE_YES}</p>
          <p className="mt-4 leading-6">
            Can't wait? Call <PhoneLink phone={phone} />. Emergency calls are taken {emergencyHours}
            .
          </p>
        </div>
        <ThankYouVideo phone={phone} />
      </div>
    </div>
  );
}
