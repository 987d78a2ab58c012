import { appContext } from "#app/app-context.ts";
import { ThankYou } from "#app/features/requests/quote/components/thank-you.tsx";
import { ThankYouHeading } from "#app/features/requests/quote/components/thank-you-heading.tsx";
import { describeReplyWindow } from "#app/features/requests/quote/describe-opening.ts";
import { buildReplyFact } from "#app/features/requests/quote/receipt-facts.ts";
import { useSite } from "#app/features/settings/use-site.ts";
import type { Route } from "./+types/quote-thanks";

export const handle = { interactive: true };

/** For requests whose own page is not known: a receipt without a summary. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const { settings, now, env } = context.get(appContext);
  const query = new URL(request.url).searchParams;
  const site = await settings.get();
  return {
    emergencyHours: site.emergencyHours,
    facts: [buildReplyFact(describeReplyWindow(now(), site))],
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
  return (
    <main id="main" className="wrap max-w-2xl py-8 md:py-12">
      <div className="rounded-2xl border border-line bg-paper p-5 shadow-card sm:p-8">
        <ThankYouHeading persona={persona} heading="h1" />
        <ThankYou {...loaderData} phone={phone} />
      </div>
    </main>
  );
}
