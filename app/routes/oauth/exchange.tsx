import { ExchangePage } from "#app/features/crm/highlevel/components/admin/exchange-page.tsx";
import "../../staff.css";
import type { Route } from "./+types/exchange";

export const handle = { interactive: true, sheet: "linked" };
export const meta: Route.MetaFunction = () => [
  { title: "CRM manual token exchange" },
  { name: "robots", content: "noindex" },
];

/** Everybody may see the page; the exchange asks who calls. */
export default function OAuthExchange() {
  return <ExchangePage />;
}
