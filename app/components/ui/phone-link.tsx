import { phoneHref } from "#app/lib/phone.ts";
import { PhoneIcon } from "./chrome-icons.tsx";

type PhoneLinkProps = { phone: string; label?: string; className?: string; icon?: boolean };

/** A call link; its text is the number unless a label is given. */
export function PhoneLink({ phone, label, className = "link", icon = false }: PhoneLinkProps) {
  return (
    <a href={phoneHref(phone)} className={className}>
      {icon ? <PhoneIcon /> : null}
      {label ?? phone}
    </a>
  );
}
