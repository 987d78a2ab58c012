import { NoticePage } from "#app/components/layouts/notice-page.tsx";
import { PhoneLink } from "#app/components/ui/phone-link.tsx";
import { useSite } from "#app/features/settings/use-site.ts";

export type Notice = { title: string; text: string; status: number };

/** A page shown instead of a quiz or an article, with the reason and links. */
export function ContentNotice({ title, text, status }: Notice) {
  const { phone } = useSite();
  return (
    <NoticePage title={title} text={text} image={status === 404 ? "henry-search" : "henry-oops"}>
      <a href="/" className="btn btn-action">
        Go Home
      </a>
      {status === 404 ? null : (
        <PhoneLink phone={phone} icon label={`Call ${phone}`} className="btn btn-line" />
      )}
    </NoticePage>
  );
}
