import { FoldedSection } from "#app/components/layouts/page-section.tsx";
import { PhoneLink } from "#app/components/ui/phone-link.tsx";

type EndSectionProps = {
  /** The request is open, so that it can be canceled. */
  canCancel: boolean;
  canStop: boolean;
  /** The professional who has the details, if one does. */
  connected: string | null;
  company: string;
  phone: string;
  /** A form of it is being filled in. */
  isOpen: boolean;
  children?: React.ReactNode;
};

/** How to cancel a request, to end contact, and to have everything deleted. */
export function EndSection({
  canCancel,
  canStop,
  connected,
  company,
  phone,
  isOpen,
  children,
}: EndSectionProps) {
  return (
    <FoldedSection id="end" title="Cancel, stop or delete" isOpen={isOpen} className="no-print">
      <div className="mt-3 grid gap-4">
        {canCancel ? (
          <IntentForm intent="cancel" button="Cancel this request">
            We stop looking for a professional, and let any company we asked know.
            {connected ? ` We let ${connected} know too.` : ""}
          </IntentForm>
        ) : null}
        {canStop && connected ? (
          <IntentForm intent="stop-company" button={`Stop ${connected}`}>
            We hide your details from them here and tell them to stop. We do not ask anyone else:
            for another professional, call us or send a new request.
          </IntentForm>
        ) : null}
        {canStop ? (
          <IntentForm intent="stop-all" button="Stop all contact">
            {company} stops calling, texting and emailing you, for all your requests. We stop
            looking for a professional and cancel any booked visit. If a professional has your
            details, we tell them to stop; they are a separate business. To get help again, send a
            new request.
          </IntentForm>
        ) : null}
        {children}
      </div>
      <p className="mt-4">
        Would you rather talk to a person? Call <PhoneLink phone={phone} />
      </p>
    </FoldedSection>
  );
}

type IntentFormProps = { intent: string; button: string; children: React.ReactNode };

/** A button with what it does, before it is pressed. */
export function IntentForm({ intent, button, children }: IntentFormProps) {
  return (
    <form method="post" className="grid gap-2 sm:grid-cols-[1fr_auto] sm:items-center">
      <input type="hidden" name="intent" value={intent} />
      <p className="text-[0.9375rem]">{children}</p>
      <button type="submit" className="btn btn-line">
        {button}
      </button>
    </form>
  );
}
