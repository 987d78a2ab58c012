import { formatPhoneHref } from "#app/lib/phone.ts";
import { splitPhones } from "#app/lib/split-phones.ts";
import { PhoneIcon } from "./chrome-icons.tsx";
import { PhoneText } from "./phone-text.tsx";

type PhoneLinkProps = { phone: string; label?: string; className?: string; icon?: boolean };

/** A call link; its text is the number unless a label is given. */
export function PhoneLink({
  phone,
  label = phone,
  className = "link",
  icon = false,
}: PhoneLinkProps) {
  return (
    <a href={formatPhoneHref(phone)} className={className}>
      {icon ? <PhoneIcon /> : null}
      {/* One box: the parts of a button are laid out side by side. */}
      <span>
        <PhoneText text={label} />
      </span>
    </a>
  );
}

/** A text in which a tap on a phone number calls. */
export function TextWithPhoneLinks({ text }: { text: string }) {
  return splitPhones(text).map((part, index) =>
    index % 2 === 1 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text keep their order
      <a key={index} href={formatPhoneHref(part)} className="tel underline">
        {part}
      </a>
    ) : (
      part
    ),
  );
}
