import { appContext } from "#app/app-context.ts";
import { normalizePhoneDigits } from "#app/lib/phone.ts";
import type { Route } from "./+types/contact-card";

/** Commas, semicolons and backslashes separate values in a vCard. */
const escapeText = (text: string) =>
  text.replaceAll(/[\\,;]/g, (sign) => `\\${sign}`).replaceAll(/\r?\n/g, " ");

/** Our name and number for the address book (vCard 3.0), so that people know our call. */
export async function loader({ context }: Route.LoaderArgs) {
  const { brand, phone, email } = await context.get(appContext).settings.get();
  const lines = [
    "BEGIN:VCARD",
    "VERSION:3.0",
    `FN:${escapeText(brand)}`,
    `N:${escapeText(brand)};;;;`,
    `ORG:${escapeText(brand)}`,
    `TEL;TYPE=WORK,VOICE:+1${normalizePhoneDigits(phone)}`,
    `EMAIL:${escapeText(email)}`,
    "END:VCARD",
  ];
  return new Response(`${lines.join("\r\n")}\r\n`, {
    headers: {
      "Content-Type": "text/vcard; charset=utf-8",
      "Content-Disposition": 'attachment; filename="contact.vcf"',
    },
  });
}
