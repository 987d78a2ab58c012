import { PhoneLink } from "#app/components/ui/phone-link.tsx";

type SearchIdeasProps = { phone: string; popular: { path: string; name: string }[] };

/** Suggestions where a search found nothing, or nothing was typed yet. */
export function SearchIdeas({ phone, popular }: SearchIdeasProps) {
  return (
    <>
      <h2 className="h3 mt-8">Popular services</h2>
      <ul className="mt-3 flex flex-wrap gap-2">
        {popular.map((service) => (
          <li key={service.path}>
            <a
              href={service.path}
              className="block rounded-lg border border-line bg-paper px-4 py-2.5 font-semibold hover:bg-sand"
            >
              {service.name}
            </a>
          </li>
        ))}
      </ul>
      <p className="mt-4">
        Or see{" "}
        <a href="/home-services" className="link">
          all home services
        </a>{" "}
        and{" "}
        <a href="/auto" className="link">
          all auto services
        </a>
        .
      </p>
      <p className="mt-6">
        <PhoneLink phone={phone} icon label={`Call ${phone}`} className="btn btn-action" />
      </p>
    </>
  );
}

export function NoResults(props: SearchIdeasProps) {
  return (
    <>
      <img
        src="/art/henry-search.svg"
        width="120"
        height="144"
        alt=""
        className="mt-6 h-36 w-auto"
      />
      <p className="mt-4">
        Try one or two plain words, such as "leak" or "brakes". You can also call and tell us what
        is wrong.
      </p>
      <p className="mt-2">
        If you smell gas or see a fire, leave first. Then call 911 from a safe place.
      </p>
      <SearchIdeas {...props} />
    </>
  );
}
