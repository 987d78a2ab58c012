import { EmergencyText } from "#app/components/ui/emergency-text.tsx";
import { PhoneLink } from "#app/components/ui/phone-link.tsx";

const DANGER = "Someone in danger? Get to safety and call 911.";
const WHY = "A call is faster: with the form, someone has to read it and call you back first.";

/** For somebody who chose Emergency: calling is faster, and sending the form stays possible. */
export function EmergencyCall({ phone, chosen }: { phone: string; chosen: boolean }) {
  return (
    <div role="status">
      {chosen ? (
        <div className="mt-3 rounded-xl bg-sand p-4">
          <p>
            <strong>
              <EmergencyText text={DANGER} />
            </strong>{" "}
            {WHY}
          </p>
          <PhoneLink
            phone={phone}
            label={`Call Now ${phone}`}
            icon
            className="btn btn-action mt-3 min-h-14 w-full px-3 text-lg sm:text-xl"
          />
        </div>
      ) : null}
    </div>
  );
}

/** The same without JavaScript, where nothing can appear when Emergency is chosen. */
export const PlainEmergencyCall = ({ phone }: { phone: string }) => (
  <p className="mt-2">
    An emergency? <EmergencyText text={DANGER} /> {WHY}{" "}
    <PhoneLink phone={phone} label={`Call Now ${phone}`} className="link py-1" />
  </p>
);
