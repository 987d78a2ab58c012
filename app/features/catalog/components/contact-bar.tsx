import { PhoneLink } from "#app/components/ui/phone-link.tsx";
import { QuoteLink } from "#app/features/catalog/components/quote-link.tsx";

/** Slim bar at the bottom of small screens with the two ways to get help. */
export function ContactBar({
  phone,
  service,
}: {
  phone: string;
  service: { slug: string; name: string };
}) {
  return (
    <aside
      aria-label="Get help now"
      className="contact-bar no-print sticky bottom-0 z-20 grid grid-cols-2 gap-2 border-t border-line bg-paper p-2 md:hidden"
    >
      <PhoneLink phone={phone} icon label="Call Now" className="btn btn-line" />
      <QuoteLink service={service}>Get Free Quote</QuoteLink>
    </aside>
  );
}
