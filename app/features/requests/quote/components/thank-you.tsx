import { NumberedSteps } from "#app/components/ui/numbered-steps.tsx";
import { PhoneLink } from "#app/components/ui/phone-link.tsx";
import { listNextSteps, type Preferences } from "../next-steps.ts";
import { Receipt, type ReceiptFact } from "./receipt.tsx";
import { ThankYouVideo } from "./thank-you-video.tsx";

type ThankYouProps = Preferences & {
  phone: string;
  persona: string;
  /** When the team works, from `describeOpening`. */
  opening: string;
  /** Reference and a summary of what was sent; empty where they are not known. */
  facts?: readonly ReceiptFact[];
  /** The customer's own page, or null where it is not known. */
  requestUrl?: string | null;
  headingRef?: React.RefObject<HTMLHeadingElement | null>;
  heading?: "h1" | "h2";
};

/** The receipt of a request, and what happens next. */
export function ThankYou({
  phone,
  persona,
  opening,
  facts = [],
  requestUrl,
  headingRef,
  heading: Heading = "h2",
  ...preferences
}: ThankYouProps) {
  return (
    <div>
      <Heading ref={headingRef} tabIndex={-1} className="h2 outline-none">
        Thank You
      </Heading>
      <p className="mt-2 text-lg">Your request is with {persona}. Nothing more to fill in.</p>
      <ThankYouVideo />
      {facts.length > 0 ? <Receipt facts={facts} /> : null}
      {requestUrl ? <RequestLink url={requestUrl} canMail={preferences.canMail} /> : null}
      <p className="mt-6 font-display text-xl font-bold">What happens next</p>
      <NumberedSteps steps={listNextSteps(preferences, opening)} className="mt-3" />
      <div className="mt-5 flex flex-wrap items-center gap-x-6 gap-y-2">
        <p>
          Can't wait? Call <PhoneLink phone={phone} />
        </p>
        <a href="/contact.vcf" download className="link py-1">
          Save our number, so that you know our call
        </a>
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
      <p className="mt-2 text-[0.9375rem] text-muted">
        Your own page: see where it stands, add photos, change it or cancel it. Keep the link to
        yourself: whoever has it can answer for you.{" "}
        {canMail
          ? "We also send it to your e-mail address."
          : "We cannot mail it to you, so save this page now."}
      </p>
    </div>
  );
}
