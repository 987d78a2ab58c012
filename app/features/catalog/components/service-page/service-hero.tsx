import { PageHero } from "#app/components/layouts/page-hero.tsx";
import { EmergencyText } from "#app/components/ui/emergency-text.tsx";
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
      stripClass={page.now ? "h-26" : "h-34"}
    >
      {page.now ? (
        <p className="mt-2 font-semibold text-danger">
          In danger? Get to safety, then{" "}
          <a href="tel:911" className="inline-block py-0.5 underline underline-offset-3">
            call 911
          </a>
          .
        </p>
      ) : page.isFirstStepUrgent ? (
        <p className="mt-2 max-w-xl font-semibold text-danger">
          <EmergencyText text={page.untilArrival?.[0] ?? ""} />
        </p>
      ) : null}
      <div className="mt-3 max-w-md">
        <ZipForm service={page.slug} />
      </div>
      {/* In an emergency the first step comes sooner; on phones the contact bar has the number. */}
      <p className={page.now ? "mt-3 max-md:hidden" : "mt-3"}>
        Rather talk? Call <PhoneLink phone={phone} />
      </p>
    </PageHero>
  );
}
