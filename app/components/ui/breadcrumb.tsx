export type Crumb = { name: string; path: string };

/** The path to a page; the last entry is the page itself. Phones show the level above it alone. */
export function Breadcrumb({ crumbs }: { crumbs: Crumb[] }) {
  return (
    <nav aria-label="Breadcrumb" className="text-[0.9375rem] text-muted">
      <ol className="crumbs">
        {crumbs.map((crumb, index) => (
          <li key={crumb.path}>
            {index === crumbs.length - 1 ? (
              <span aria-current="page">{crumb.name}</span>
            ) : (
              <a
                href={crumb.path}
                className="-my-2.5 inline-block py-2.5 underline underline-offset-3 hover:text-ink"
              >
                {crumb.name}
              </a>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}
