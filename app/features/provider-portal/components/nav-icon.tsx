const PATHS = {
  today: "M4 6.5h16v14H4zM4 10.5h16M8 3.5v5M16 3.5v5M9 15l2.2 2.2L15.5 13",
  offers: "M3.5 12.5 12 4h8v8l-8.5 8.500zM15.8 8.200h.01",
  jobs: "M14.5 6.500a4 4 0 0 0-5.200 5.200L3.8 17.200l3 3 5.5-5.500a4 4 0 0 0 5.200-5.200l-2.600 2.600-2.700-.3-.3-2.700z",
  credits:
    "M12 20.500a8.5 8.5 0 1 0 0-17 8.5 8.5 0 0 0 0 17zM14.8 9.300c-.5-1-1.5-1.5-2.8-1.5-1.600 0-2.8.8-2.8 2.100 0 2.900 5.8 1.300 5.8 4.200 0 1.300-1.300 2.100-3 2.100-1.400 0-2.5-.6-3-1.600M12 6.200v11.600",
  more: "M5.5 12h.01M12 12h.01M18.5 12h.01",
} as const;
export type NavIconName = keyof typeof PATHS;

/** An icon of the bar, in the thick ink of the site's drawings. */
export const NavIcon = ({ name }: { name: NavIconName }) => (
  <svg
    viewBox="0 0 24 24"
    aria-hidden="true"
    className="size-6 shrink-0"
    fill="none"
    stroke="currentColor"
    strokeWidth={name === "more" ? 3.6 : 2.2}
    strokeLinecap="round"
    strokeLinejoin="round"
  >
    <path d={PATHS[name]} />
  </svg>
);
