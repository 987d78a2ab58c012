import { NumberedSteps } from "#app/components/ui/numbered-steps.tsx";
import { PhoneLink } from "#app/components/ui/phone-link.tsx";
import { listNextSteps } from "../next-steps.ts";
import { ThankYouVideo } from "./thank-you-video.tsx";

type ThankYouProps = {
  phone: string;
  persona: string;
  communication: string;
  scheduling: string;
  hasEmail: boolean;
  headingRef?: React.RefObject<HTMLHeadingElement | null>;
  heading?: "h1" | "h2";
};

export function ThankYou({
  phone,
  persona,
  communication,
  scheduling,
  hasEmail,
  headingRef,
  heading: Heading = "h2",
}: ThankYouProps) {
  return (
    <div>
      <Heading ref={headingRef} tabIndex={-1} className="h2 outline-none">
        Thank You
      </Heading>
      <p className="mt-2 text-lg">Your request is with {persona}. Nothing more to fill in.</p>
      <ThankYouVideo />
      <p className="mt-6 font-display text-xl font-bold">What happens next</p>
      <NumberedSteps
        steps={listNextSteps({ communication, scheduling, hasEmail })}
        className="mt-3"
      />
      <p className="mt-5">
        Cannot wait? Call <PhoneLink phone={phone} />
      </p>
    </div>
  );
}
