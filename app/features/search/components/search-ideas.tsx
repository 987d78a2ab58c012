import { PhoneLink } from "#app/components/ui/phone-link.tsx";
import { SceneImage } from "#app/components/ui/scene-image.tsx";
import type { HomePage } from "#app/features/catalog/queries.server.ts";

type SearchIdeasProps = {
  phone: string;
  /** The six everyday problems of the home page. */
  problems: HomePage["problems"];
  /** Name of a scene. */
  image?: string;
  children?: React.ReactNode;
};

/** Suggestions where nothing was typed yet, or a search found nothing. */
export function SearchIdeas({ phone, problems, image = "search", children }: SearchIdeasProps) {
  return (
    <>
      <SceneImage
        name={image}
        className="mt-5 h-36 w-full rounded-xl object-cover object-[50%_35%] md:h-56"
        isFirst
      />
      {children}
      <h2 className="h3 mt-5">Common problems</h2>
      <ul className="mt-2 grid grid-cols-2 gap-x-6 border-t border-line md:grid-cols-3">
        {problems.map(({ scene, title, path }) => (
          <li key={scene} className="border-b border-line">
            <a
              href={path}
              className="flex min-h-16 items-center gap-3 py-2 leading-5 font-semibold hover:text-action"
            >
              <SceneImage name={scene} className="h-12 w-16 shrink-0 rounded-lg" />
              <span className="min-w-0">{title}</span>
            </a>
          </li>
        ))}
      </ul>
      <p className="mt-4">
        <PhoneLink phone={phone} icon label={`Call ${phone}`} className="btn btn-action" />
      </p>
    </>
  );
}

/** A search without results; who smells gas must not read on. */
export function NoResults(props: SearchIdeasProps) {
  return (
    <SearchIdeas {...props} image="empty">
      <p className="mt-4">Try one or two plain words, such as "leak" or "brakes".</p>
      <p className="mt-1">
        If you smell gas or see a fire, leave first. Then call 911 from a safe place.
      </p>
    </SearchIdeas>
  );
}
