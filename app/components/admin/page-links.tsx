import { ButtonLink } from "./button.tsx";

type PageLinksProps = {
  /** Path of the list with its filters, without a page. */
  path: string;
  /** Cursors of the neighboring pages; null where there is none. */
  newer: string | null;
  older: string | null;
};

/** Links to the newer and the older page of a list, newest first. */
export function PageLinks({ path, newer, older }: PageLinksProps) {
  if (!newer && !older) return null;
  const start = path + (path.includes("?") ? "&" : "?");
  return (
    <nav aria-label="Pages" className="flex justify-between gap-3">
      {newer ? <ButtonLink to={`${start}before=${newer}`}>Newer</ButtonLink> : <span />}
      {older ? <ButtonLink to={`${start}after=${older}`}>Older</ButtonLink> : null}
    </nav>
  );
}
