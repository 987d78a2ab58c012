import { FoldedSection } from "#app/components/layouts/page-section.tsx";
import { PhoneText } from "#app/components/ui/phone-text.tsx";
import { NO_CONSENT_TEXT } from "../consent-title.ts";

export type ShownConsent = { id: string; title: string; text: string | null; agreedAt: string };

/** The exact texts that the customer agreed to, and when. */
export function ConsentSection({
  consents,
  certificatePath,
}: {
  consents: readonly ShownConsent[];
  certificatePath: string;
}) {
  return (
    <FoldedSection id="consent" title="What you agreed to">
      {consents.map(({ id, title, text, agreedAt }) => (
        <div key={id} className="mt-3">
          <h3 className="font-semibold">{title}</h3>
          {text ? (
            <>
              <p className="text-muted">{agreedAt}</p>
              <details>
                <summary className="py-1">Read the text</summary>
                <blockquote className="mt-1 border-l-4 border-line pl-3">
                  <PhoneText text={text} />
                </blockquote>
              </details>
            </>
          ) : (
            <p>{NO_CONSENT_TEXT}</p>
          )}
        </div>
      ))}
      <a href={certificatePath} className="link mt-3 inline-block py-1">
        Certificate to print
      </a>
    </FoldedSection>
  );
}
