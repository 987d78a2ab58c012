import { NumberedSteps } from "#app/components/ui/numbered-steps.tsx";
import { PhoneLink } from "#app/components/ui/phone-link.tsx";
import { listNextSteps, type Preferences } from "../next-steps.ts";
import { Receipt, type ReceiptFact } from "./receipt.tsx";
import { ThankYouVideo } from "./thank-you-video.tsx";

export type ThankYouProps = Preferences & {
  phone: string;
  /** When emergency calls are taken, as the setting states it. */
  emergencyHours: string;
  /** When the team replies; reference and a summary of what was sent where they are known. */
  facts: readonly ReceiptFact[];
  /** The customer's own page, or null where it is not known. */
  requestUrl?: string | null;
};

/** The receipt of a request below its heading, and what happens next. */
export function ThankYou({
  phone,
  emergencyHours,
  facts,
  requestUrl,
  ...preferences
}: ThankYouProps) {
  return (
    // Two columns on a page, one in the wizard.
    <div className="@container">
      <div className="grid items-start gap-x-16 @min-[44rem]:grid-cols-2">
        <div>
          <ThankYouVideo phone={phone} />
          <Receipt facts={facts} />
          {requestUrl ? <RequestLink url={requestUrl} canMail={preferences.canMail} /> : null}
        </div>
        <div>
          <p className="mt-5 font-display text-xl font-bold">What happens next</p>
          <NumberedSteps steps={listNextSteps(preferences)} className="mt-3" />
          <div className="mt-4 border-t border-line pt-3 leading-6">
            <p>
              Can't wait? Call <PhoneLink phone={phone} />. Emergency calls are taken{" "}
              {emergencyHours}.
            </p>
            <a href="/contact.vcf" download className="link mt-1 inline-block py-1">
              Save our number, so that you know our call
            </a>
          </div>
        </div>
      </div>
    </div>
  );
}

function RequestLink({ url, canMail }: { url: string; canMail: boolean }) {
  return (
    <div className="mt-4">
      <a href={url} className="btn btn-action w-full">
        Open my request
      </a>
      <p className="mt-2 text-[0.9375rem] leading-6 text-muted">
        Your own page: see where it stands, add photos, change it or cancel it. Keep the link to
        yourself: whoever has it can answer for you.{" "}
        {canMail
          ? "We also send it to your e-mail address."
          : "We cannot mail it to you, so save this page now."}
      </p>
    </div>
  );
}
