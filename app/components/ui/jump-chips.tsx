type JumpChipsProps = {
  /** Says to assistive technology what they lead to. */
  label: string;
  links: readonly { id: string; name: string }[];
  className?: string;
  /** Many links take one line, which scrolls sideways. */
  inOneLine?: boolean;
};

/**
 * Links to the parts of a long page, for phones: wide screens show a rail or the parts themselves.
 */
export const JumpChips = ({ label, links, className = "", inOneLine = false }: JumpChipsProps) => (
  <nav aria-label={label} className={className}>
    <ul
      className={
        inOneLine
          ? "-mx-5 flex gap-2 overflow-x-auto px-5 py-1.5 whitespace-nowrap"
          : "flex flex-wrap gap-2"
      }
    >
      {links.map(({ id, name }) => (
        <li key={id}>
          <a
            href={`#${id}`}
            className="flex min-h-11 items-center rounded-full border border-line bg-paper px-3 text-[0.9375rem] leading-5 font-semibold text-petrol"
          >
            {name}
          </a>
        </li>
      ))}
    </ul>
  </nav>
);
