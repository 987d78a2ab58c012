import { eq } from "drizzle-orm";
import { providers } from "#app/db/tables/providers.server.ts";
import { isPhone } from "#app/lib/phone.ts";
import { loadPeople } from "./load-account.server.ts";

/** What staff see of a provider's people, and where an invitation can be sent; null without the provider. */
export async function loadPeoplePanel(app: Parameters<typeof loadPeople>[0], providerId: string) {
  const { companyName: company, phone, contactEmail: email } = providers;
  const [people, { brand }, [contact]] = await Promise.all([
    loadPeople(app, providerId),
    app.settings.get(),
    app.db.select({ company, phone, email }).from(providers).where(eq(providers.id, providerId)),
  ]);
  if (!contact) return null;
  const hasPhone = isPhone(contact.phone);
  return { ...people, contact: { ...contact, brand, phone: hasPhone ? contact.phone : null } };
}
export type PeoplePanelData = NonNullable<Awaited<ReturnType<typeof loadPeoplePanel>>>;
