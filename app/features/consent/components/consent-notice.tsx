import { Fragment, type RefObject } from "react";
import { PhoneText } from "#app/components/ui/phone-text.tsx";
import type { ConsentWording } from "../consent-text.ts";
import { splitConsent } from "../split-consent.ts";

/**
 * The consent text directly above Submit, which is stored as proof. Superadmins edit it in
 * Settings, which creates a new version. Its sentences are below each other; the spaces between
 * them stay, so that its text content is what is stored, to the byte.
 */
export function ConsentNotice({
  wording,
  ref,
}: {
  wording: ConsentWording;
  ref?: RefObject<HTMLParagraphElement | null>;
}) {
  return (
    <p
      ref={ref}
      data-consent=""
      className="grid gap-2 rounded-xl bg-sand p-4 text-[0.9375rem] leading-6"
    >
      {splitConsent(wording.consent).map((part) => (
        <Fragment key={part}>
          <span>
            <PhoneText text={part} />
          </span>{" "}
        </Fragment>
      ))}
      <span>
        {wording.termsBefore}
        <ConsentLink href="/terms-of-service" text={wording.terms} />
        {wording.between}
        <ConsentLink href="/privacy-policy" text={wording.privacy} />
        {wording.after}
      </span>
    </p>
  );
}

const ConsentLink = ({ href, text }: { href: string; text: string }) => (
  <a
    href={href}
    target="_blank"
    rel="noopener"
    className="font-semibold underline underline-offset-2"
  >
    {text}
  </a>
);
