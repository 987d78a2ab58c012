import { NumberedSteps } from "#app/components/ui/numbered-steps.tsx";
import { PhoneLink } from "#app/components/ui/phone-link.tsx";
import { BEFORE_YES, listNextSteps, type Preferences, STEP_LEADS } from "../next-steps.ts";
import { Receipt, type ReceiptFact } from "./receipt.tsx";
import { ThankYouVideo } from "./thank-you-video.tsx";

export type ThankYouProps = Omit<Preferences, "hasPage"> & {
  phone: string;
  /** When emergency calls are taken, as the setting states it. */
  emergencyHours: string;
  /** When the team replies; reference and a summary of what was sent where they are known. */
  facts: readonly ReceiptFact[];
  /** The customer's own page, or null where it is not known. */
  requestUrl?: string | null;
};

/**
 * A request that was sent, below its heading, in one column: its receipt, what happens next, the
 * clip.
 */
export const ThankYou = (props: ThankYouProps) => (
  <>
    <RequestReceipt {...props} />
    <NextSteps {...props} />
    <StayInTouch {...props} />
  </>
);

/** What was sent, and the way to change it. */
export const RequestReceipt = ({ facts, requestUrl, canMail }: ThankYouProps) => (
  <Receipt facts={facts}>
    {requestUrl ? <RequestLink url={requestUrl} canMail={canMail} /> : null}
  </Receipt>
);

export const NextSteps = ({ requestUrl, ...preferences }: ThankYouProps) => (
  <div>
    <p className="mt-5 font-display text-xl font-bold">What happens next</p>
    <NumberedSteps
      steps={listNextSteps({ ...preferences, hasPage: Boolean(requestUrl) })}
      leads={STEP_LEADS}
      className="mt-3"
    />
    <p className="mt-4 border-l-4 border-sun pl-4 leading-6 font-semibold">{BEFORE_YES}</p>
  </div>
);

/** The clip with our number, to save it, and to call it. */
export const StayInTouch = ({
  phone,
  emergencyHours,
}: Pick<ThankYouProps, "phone" | "emergencyHours">) => (
  <div className="@container">
    <ThankYouVideo phone={phone} />
    <p className="mt-3 leading-6">
      Can't wait? Call <PhoneLink phone={phone} />. Emergency calls are taken {emergencyHours}.
    </p>
  </div>
);

function RequestLink({ url, canMail }: { url: string; canMail: boolean }) {
  return (
    <div className="pt-3 pb-2">
      <a href={url} className="btn btn-action w-full">
        Open my request
      </a>
      <p className="mt-2 text-[0.9375rem] leading-6 text-muted">
        Your own page: see where it stands, add photos, change it or cancel it. Keep the link to
        yourself: whoever has it can answer for you.{" "}
        {canMail
          ? "We also send it to your email address."
          : "We cannot email it to you, so save this page now."}
      </p>
    </div>
  );
}
