import { ExchangePage } from "#app/features/crm/highlevel/components/admin/exchange-page.tsx";
import "../../staff.css";
import type { Route } from "./+types/exchange";

export const handle = { interactive: true, sheet: "linked" };
export const meta: Route.MetaFunction = () => [
  { title: "CRM manual token exchange" },
  { name: "robots", content: "noindex" },
];

/** The page is open; the exchange requires a superadmin. */
export default function OAuthExchange() {
  return <ExchangePage />;
}
