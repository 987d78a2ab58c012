import { data } from "react-router";
import { NoticePage } from "#app/components/layouts/notice-page.tsx";
import { PhoneLink } from "#app/components/ui/phone-link.tsx";
import { useSite } from "#app/features/settings/use-site.ts";
import type { Route } from "./+types/quiz";

/** Linked from the home page before the quiz engine is built. */
const PLANNED = "ac-not-cooling";

export function loader({ params }: Route.LoaderArgs) {
  return data({ planned: params.slug === PLANNED, named: params.slug !== undefined }, { status: params.slug === PLANNED ? 200 : 404 });
}

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: loaderData?.planned ? "AC Not Cooling Quiz: Coming Soon" : "Quiz Not Found" },
  { name: "robots", content: "noindex" },
];

export default function Quiz({ loaderData }: Route.ComponentProps) {
  const { phone } = useSite();
  if (loaderData.planned) {
    return (
      <NoticePage
        title="Why is my AC not cooling?"
        text="This quiz is coming soon. Until then, our page on air conditioning tells you what to check, and a person answers the phone."
        picture="henry-search"
      >
        <PhoneLink phone={phone} icon label={`Call ${phone}`} className="btn btn-action" />
        <a href="/home-services/air-conditioning" className="btn btn-line">
          Air conditioning help
        </a>
      </NoticePage>
    );
  }
  return (
    <NoticePage title="Quiz Not Found" text={loaderData.named ? "The quiz you're looking for doesn't exist or has been removed." : "No quiz specified"} picture="henry-search">
      <a href="/" className="btn btn-action">
        Go Home
      </a>
    </NoticePage>
  );
}
