import { NoticePage } from "#app/components/layouts/notice-page.tsx";
import { PhoneLink } from "#app/components/ui/phone-link.tsx";
import { useSite } from "#app/features/settings/use-site.ts";
import type { Route } from "./+types/offline";

export const meta: Route.MetaFunction = () => [
  { title: "You Are Offline" },
  { name: "robots", content: "noindex" },
];

/** Cached on the visitor's device, and shown there instead of every page that cannot be loaded. */
export default function Offline() {
  const { phone } = useSite();
  return (
    <NoticePage
      title="You are offline"
      text="This page needs a connection, but you can still call us or read the two pages saved on this device."
      image="offline"
    >
      <PhoneLink phone={phone} icon label={`Call ${phone}`} className="btn btn-action" />
      <a href="/resources/guides-tips/emergency-preparedness" className="btn btn-line">
        Emergency guide
      </a>
      <a href="/" className="btn btn-line">
        Home page
      </a>
    </NoticePage>
  );
}
