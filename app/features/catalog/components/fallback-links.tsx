import { PhoneLink } from "#app/components/ui/phone-link.tsx";

const LINKS = [
  ["Home", "/"],
  ["Home Services", "/home-services"],
  ["Auto Services", "/auto"],
  ["Resources", "/resources"],
  ["Contact Us", "/contact-us"],
  ["Get Free Quote", "/quote"],
] as const;

/**
 * What a visitor can do where a page could not be shown: search, call, or go to one of six pages.
 */
export function FallbackLinks({ phone }: { phone?: string }) {
  return (
    <div className="mx-auto mt-6 max-w-xl">
      <search>
        <form action="/search" className="flex gap-2">
          <input
            type="search"
            name="q"
            aria-label="Search services and guides"
            placeholder="Search services and guides"
            className="input min-w-0"
          />
          <button type="submit" className="btn btn-line shrink-0">
            Search
          </button>
        </form>
      </search>
      {phone ? (
        <PhoneLink phone={phone} icon label={`Call ${phone}`} className="btn btn-action mt-6" />
      ) : null}
      <nav aria-label="Other pages to try">
        <ul className="mt-6 flex flex-wrap justify-center gap-x-6 gap-y-1">
          {LINKS.map(([name, path]) => (
            <li key={path}>
              <a href={path} className="link inline-block py-1.5">
                {name}
              </a>
            </li>
          ))}
        </ul>
      </nav>
    </div>
  );
}
