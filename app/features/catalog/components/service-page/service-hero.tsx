import { PageHero } from "#app/components/layouts/page-hero.tsx";
import { PhoneLink } from "#app/components/ui/phone-link.tsx";
import type { ServicePage } from "../../queries.server.ts";
import { ZipForm } from "../zip-form.tsx";

export const buildServiceCrumbs = (page: ServicePage) => {
  const root =
    page.area === "home"
      ? { name: "Home Services", path: "/home-services" }
      : { name: "Auto Services", path: "/auto" };
  const group = page.area === "home" ? [{ name: page.group.name, path: page.group.path }] : [];
  return [{ name: "Home", path: "/" }, root, ...group, { name: page.name, path: page.path }];
};

export function ServiceHero({ page, phone }: { page: ServicePage; phone: string }) {
  return (
    <PageHero
      crumbs={buildServiceCrumbs(page)}
      title={page.heroTitle}
      text={page.heroText}
      image={page.slug}
    >
      <div className="mt-5 max-w-md">
        <ZipForm service={page.slug} />
      </div>
      <p className="mt-3">
        Rather talk? Call <PhoneLink phone={phone} />
      </p>
    </PageHero>
  );
}
