import type { RefObject } from "react";
import { PhoneText } from "#app/components/ui/phone-text.tsx";
import type { ConsentWording } from "#app/features/consent/consent-text.ts";

/**
 * The consent text directly above Submit, which is stored as proof. Superadmins edit it in
 * Settings, which creates a new version.
 */
export function ConsentNotice({
  wording,
  ref,
}: {
  wording: ConsentWording;
  ref?: RefObject<HTMLParagraphElement | null>;
}) {
  return (
    <p ref={ref} data-consent="" className="rounded-xl bg-sand p-4 text-[0.9375rem] leading-6">
      <PhoneText text={wording.consent} /> {wording.termsBefore}
      <a
        href="/terms-of-service"
        target="_blank"
        rel="noopener"
        className="font-semibold underline underline-offset-2"
      >
        {wording.terms}
      </a>
      {wording.between}
      <a
        href="/privacy-policy"
        target="_blank"
        rel="noopener"
        className="font-semibold underline underline-offset-2"
      >
        {wording.privacy}
      </a>
      {wording.after}
    </p>
  );
}
