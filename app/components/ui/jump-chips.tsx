type JumpChipsProps = {
  /** Says to assistive technology what they lead to. */
  label: string;
  links: readonly { id: string; name: string }[];
  className?: string;
};

/** Links to the parts of a long page, for phones: wide screens show a rail or the parts themselves. */
export const JumpChips = ({ label, links, className = "" }: JumpChipsProps) => (
  <nav aria-label={label} className={className}>
    <ul className="flex flex-wrap gap-2">
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
