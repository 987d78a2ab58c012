import { appContext } from "#app/app-context.ts";
import { ThankYouPage } from "#app/features/requests/quote/components/thank-you-page.tsx";
import { describeTeamHours } from "#app/features/requests/quote/describe-opening.ts";
import { useSite } from "#app/features/settings/use-site.ts";
import type { Route } from "./+types/quote-thanks";

export const handle = { interactive: true };

/** For requests whose own page is not known: what happens next, without a receipt. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const { settings, now, env } = context.get(appContext);
  const query = new URL(request.url).searchParams;
  const site = await settings.get();
  return {
    teamHours: describeTeamHours(now(), site),
    emergencyHours: site.emergencyHours,
    facts: [],
    communication: query.get("by") ?? "",
    scheduling: query.get("time") ?? "",
    isUrgent: query.get("urgent") === "1",
    canMail: query.get("mail") === "1" && env.SMTP_URL !== undefined,
  };
}

export const meta: Route.MetaFunction = () => [
  { title: "Thank You" },
  { name: "robots", content: "noindex" },
];

export default function QuoteThanks({ loaderData }: Route.ComponentProps) {
  const { phone, persona } = useSite();
  return <ThankYouPage {...loaderData} phone={phone} persona={persona} />;
}
