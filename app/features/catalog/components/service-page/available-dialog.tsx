import { PhoneLink } from "#app/components/ui/phone-link.tsx";
import { formatQuotePath } from "#app/features/catalog/components/quote-link.tsx";

type AvailableDialogProps = {
  service: { slug: string; name: string };
  phone: string;
  persona: string;
};

/** Shown by the islands script after the ZIP look-up, whose message replaces the text here. */
export function AvailableDialog({ service, phone, persona }: AvailableDialogProps) {
  return (
    <dialog
      id="service-available"
      aria-labelledby="service-available-title"
      className="m-auto w-[min(28rem,92vw)] rounded-2xl bg-paper p-6 text-center text-ink shadow-lift"
    >
      <img
        src="/art/henry-thumbs-up.svg"
        width="120"
        height="144"
        alt=""
        loading="lazy"
        className="mx-auto"
      />
      <h2 id="service-available-title" className="h3 mt-3">
        Service Available
      </h2>
      <p data-available-text="" className="mt-2 text-lg">
        Call now or schedule online, and {persona} looks for a pro near you.
      </p>
      <div className="mt-5 grid gap-3">
        <PhoneLink phone={phone} icon label="Call Now" className="btn btn-action" />
        <a
          href={formatQuotePath({ service: service.slug })}
          data-quote={service.name}
          data-available-quote=""
          rel="nofollow"
          className="btn btn-line"
        >
          Schedule Online
        </a>
        <form method="dialog">
          <button type="submit" className="px-3 py-2 font-semibold underline underline-offset-4">
            Close
          </button>
        </form>
      </div>
    </dialog>
  );
}
