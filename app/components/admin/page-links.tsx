import { ButtonLink } from "./button.tsx";

type PageLinksProps = {
  /** Path of the list with its filters, without a page. */
  path: string;
  /** Cursors of the pages above and below; null where there is none. */
  previous: string | null;
  next: string | null;
  isOldestFirst?: boolean;
};

/** Links to the neighboring pages of a list, which is newest first if nothing else is said. */
export function PageLinks({ path, previous, next, isOldestFirst = false }: PageLinksProps) {
  if (!previous && !next) return null;
  const start = path + (path.includes("?") ? "&" : "?");
  const [above, below] = isOldestFirst ? ["Older", "Newer"] : ["Newer", "Older"];
  return (
    <nav aria-label="Pages" className="flex justify-between gap-3">
      {previous ? <ButtonLink to={`${start}before=${previous}`}>{above}</ButtonLink> : <span />}
      {next ? <ButtonLink to={`${start}after=${next}`}>{below}</ButtonLink> : null}
    </nav>
  );
}
