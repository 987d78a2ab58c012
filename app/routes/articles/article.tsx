import { data } from "react-router";
import { NoticePage } from "#app/components/layouts/notice-page.tsx";
import { PhoneLink } from "#app/components/ui/phone-link.tsx";
import { useSite } from "#app/features/settings/use-site.ts";
import type { Route } from "./+types/article";

/** Linked from the home page before these articles are written. */
const PLANNED: Record<string, { title: string; service: string; link: string }> = {
  "henry-helpline": { title: "How Henry's helpline works", service: "/home-services", link: "See all services" },
  "clogged-toilets": { title: "Clogged toilet emergencies", service: "/home-services/plumbing", link: "Plumbing help" },
};

export function loader({ params }: Route.LoaderArgs) {
  const planned = PLANNED[params.slug ?? ""] ?? null;
  return data({ planned, named: params.slug !== undefined }, { status: planned ? 200 : 404 });
}

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: loaderData?.planned ? `${loaderData.planned.title}: Coming Soon` : "Content Not Found" },
  { name: "robots", content: "noindex" },
];

export default function Article({ loaderData }: Route.ComponentProps) {
  const { phone } = useSite();
  if (loaderData.planned) {
    return (
      <NoticePage title={loaderData.planned.title} text="This article is coming soon. If you need help today, please call." picture="henry-clipboard">
        <PhoneLink phone={phone} icon label={`Call ${phone}`} className="btn btn-action" />
        <a href={loaderData.planned.service} className="btn btn-line">
          {loaderData.planned.link}
        </a>
      </NoticePage>
    );
  }
  return (
    <NoticePage title="Content Not Found" text={loaderData.named ? "Advertorial not found" : "No advertorial specified"} picture="henry-search">
      <a href="/" className="btn btn-action">
        Go Home
      </a>
    </NoticePage>
  );
}
