import { PhoneLink } from "#app/components/ui/phone-link.tsx";

export type FooterProps = {
  brand: string;
  persona: string;
  company: string;
  phone: string;
  email: string;
  copyrightYear: string;
  emergencyHours: string;
  regularHours: string;
  services: { name: string; path: string }[];
};

const LEGAL = [
  ["Privacy Policy", "/privacy-policy"],
  ["Terms of Service", "/terms-of-service"],
  ["Do Not Sell or Share My Personal Information", "/do-not-sell"],
  ["Stop All Contact", "/stop"],
] as const;

export function SiteFooter(props: FooterProps) {
  const { brand, persona, company, phone, email, copyrightYear, services } = props;
  return (
    <footer className="@container bg-deep text-cream">
      <div className="wrap grid gap-x-6 gap-y-4 py-6 md:py-12 @min-[12rem]:grid-cols-2 lg:@min-[40rem]:grid-cols-[1.6fr_1fr_1fr_1.3fr]">
        <div className="@min-[12rem]:max-lg:col-span-2">
          <p className="font-display text-2xl font-extrabold">{brand}</p>
          <p className="mt-1 text-sand lg:max-w-xs">
            {persona} looks for a local pro for your home or car, and asks before a pro gets your
            contact details.
          </p>
        </div>
        <nav aria-label="Popular services">
          <h2 className="text-base">Popular Services</h2>
          <FooterLinks links={services.map(({ name, path }) => [name, path] as const)} />
        </nav>
        <nav aria-label="More">
          <h2 className="text-base">More</h2>
          <FooterLinks
            links={[
              ["For Providers", "/provider-signup"],
              ["Auto Services", "/auto"],
              ["Resources", "/resources"],
              ["About Us", "/about-us"],
              ["Contact Us", "/contact-us"],
              ["Use Your Assistant", "/assistants"],
            ]}
          />
        </nav>
        <div className="@min-[12rem]:max-lg:col-span-2">
          <h2 className="text-base">Contact</h2>
          <p>
            <PhoneLink
              phone={phone}
              className="inline-block py-1 font-display text-xl font-bold text-sun hover:underline"
            />
          </p>
          <p>
            <a href={`mailto:${email}`} className="inline-block py-1 break-all hover:underline">
              {email}
            </a>
          </p>
          <p className="text-sand">
            Emergencies {keepTogether(props.emergencyHours)}, regular hours{" "}
            {keepTogether(props.regularHours)}
          </p>
        </div>
      </div>
      <div className="border-t border-petrol">
        <div className="wrap grid gap-x-6 gap-y-0.5 py-4 text-[0.9375rem] leading-6 @min-[12rem]:grid-cols-2 lg:flex">
          <p className="mr-auto py-1 @min-[12rem]:max-lg:col-span-2">
            © {copyrightYear} {company}
          </p>
          {LEGAL.map(([name, path]) => (
            <a key={path} href={path} className="py-1 hover:underline">
              {name}
            </a>
          ))}
          <p data-gpc hidden className="py-1 font-bold">
            Opt-Out Request Honored
          </p>
        </div>
      </div>
    </footer>
  );
}

/** With spaces that do not break: a time of day stays on one line. */
const keepTogether = (hours: string) => hours.replaceAll(" ", "\u00a0");

function FooterLinks({ links }: { links: (readonly [string, string])[] }) {
  return (
    <ul className="mt-1">
      {links.map(([name, path]) => (
        <li key={path}>
          <a href={path} className="inline-block leading-7 hover:underline">
            {name}
          </a>
        </li>
      ))}
    </ul>
  );
}
