import { data } from "react-router";
import { NoticePage } from "#app/components/layouts/notice-page.tsx";
import { PhoneLink } from "#app/components/ui/phone-link.tsx";
import { getResource, getResourceCategory } from "#app/features/resources/queries.server.ts";
import type { SiteSettings } from "#app/features/settings/schema.ts";
import { servicesContext } from "#app/services.ts";
import type { Route } from "./+types/coming-soon";

const PAGES: Record<string, string> = {
  "/contact-us": "Contact Us",
  "/about-us": "About Us",
  "/provider-signup": "For Providers",
  "/do-not-sell": "Do Not Sell or Share My Personal Information",
  "/resources": "Resources",
};

/** What the page will be called, null where the site has and plans no such page. */
function nameOf(site: SiteSettings, path: string, params: { category?: string; resource?: string }): string | null {
  if (params.category && params.resource) return getResource(site, params.category, params.resource)?.name ?? null;
  if (params.category) return getResourceCategory(site, params.category)?.name ?? null;
  return PAGES[path] ?? null;
}

export async function loader({ context, request, params }: Route.LoaderArgs) {
  const site = await context.get(servicesContext).settings.get();
  const category = params as { category?: string; resource?: string };
  const name = nameOf(site, new URL(request.url).pathname, category);
  if (!name && category.resource) throw data("Not Found", { status: 404, statusText: "Not Found" });
  if (!name) return data({ name: null, phone: site.phone }, { status: 404 });
  return data({ name, phone: site.phone });
}

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: loaderData?.name ? `${loaderData.name}: Coming Soon` : "Category not found" },
  { name: "robots", content: "noindex" },
];

export default function ComingSoon({ loaderData: { name, phone } }: Route.ComponentProps) {
  if (!name) {
    return (
      <NoticePage title="Category not found" text="There is no such category. All services and guides are listed on these pages." picture="henry-search">
        <a href="/home-services" className="btn btn-action">
          Home Services
        </a>
        <a href="/" className="btn btn-line">
          Go Home
        </a>
      </NoticePage>
    );
  }
  return (
    <NoticePage title={name} text="This page is coming soon. If you need help today, please call: a person can look for a professional with you." picture="henry-clipboard">
      <PhoneLink phone={phone} icon label={`Call ${phone}`} className="btn btn-action" />
      <a href="/home-services" className="btn btn-line">
        See all services
      </a>
    </NoticePage>
  );
}
