import { usePortalPath } from "#app/components/layouts/portal-base.tsx";
import type { Obstacle } from "#app/features/offers/portal/load-readiness.server.ts";
import { formatPhoneHref } from "#app/lib/phone.ts";

/** Why a company gets no offers, with what to do about each. */
export function Obstacles({ list, phone }: { list: readonly Obstacle[]; phone: string }) {
  const path = usePortalPath();
  if (list.length === 0) return null;
  return (
    <section aria-labelledby="obstacles" className="mt-5 rounded-2xl bg-sand p-5">
      <h2 id="obstacles" className="h3">
        You are not getting offers
      </h2>
      <ul className="mt-2 grid gap-2">
        {list.map(({ text, link, page }) => (
          <li key={text}>
            {text}{" "}
            <a
              href={page ? path(page) : formatPhoneHref(phone)}
              className="link inline-block py-0.5"
            >
              {link}
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
