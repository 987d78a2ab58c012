export type Crumb = { name: string; path: string };

/** The path to a page; the last entry is the page itself. */
export function Breadcrumb({ crumbs }: { crumbs: Crumb[] }) {
  return (
    <nav aria-label="Breadcrumb" className="text-[0.9375rem] text-muted">
      {/* The room around the list is for the focus ring of its links, which it would cut off. */}
      <ol className="-m-4 flex gap-x-2 overflow-x-auto p-4 whitespace-nowrap">
        {crumbs.map((crumb, index) => (
          <li key={crumb.path} className="flex gap-x-2">
            {index === crumbs.length - 1 ? (
              <span aria-current="page">{crumb.name}</span>
            ) : (
              <>
                <a
                  href={crumb.path}
                  className="-my-2.5 py-2.5 underline underline-offset-3 hover:text-ink"
                >
                  {crumb.name}
                </a>
                <span aria-hidden="true">/</span>
              </>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}
