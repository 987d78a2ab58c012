type GlyphProps = { path: string; className: string; strokeWidth?: number };

/**
 * The few icons of header, footer and wizard, drawn here because they are on every page, even where
 * React runs.
 */
function Glyph({ path, className, strokeWidth = 2 }: GlyphProps) {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={strokeWidth}
      strokeLinecap="round"
      strokeLinejoin="round"
      className={className}
    >
      <path d={path} />
    </svg>
  );
}

type IconProps = { className?: string };

export const PhoneIcon = ({ className = "size-5" }: IconProps) => (
  <Glyph
    className={className}
    path="M5 3h3.5l1.8 4.6-2.3 1.7a13 13 0 0 0 6.7 6.7l1.7-2.3L21 15.5V19a2 2 0 0 1-2.2 2A17 17 0 0 1 3 5.2 2 2 0 0 1 5 3z"
  />
);
export const ChevronIcon = ({ className = "size-4" }: IconProps) => (
  <Glyph className={className} path="m6 9 6 6 6-6" />
);
export const MenuIcon = ({ className = "size-6" }: IconProps) => (
  <Glyph className={className} path="M4 7h16M4 12h16M4 17h11" />
);
export const CloseIcon = ({ className = "size-6" }: IconProps) => (
  <Glyph className={className} path="M6 6l12 12M18 6 6 18" />
);
export const CheckIcon = ({ className = "size-5" }: IconProps) => (
  <Glyph className={className} strokeWidth={2.5} path="m4 12.5 5.2 5.2L20 6.5" />
);
export const AlertIcon = ({ className = "size-7 shrink-0" }: IconProps) => (
  <Glyph className={className} path="M12 3 2 20.5h20zM12 9.5v5M12 17.5v.1" />
);
export const SearchIcon = ({ className = "size-6" }: IconProps) => (
  <Glyph
    className={className}
    path="M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13zM15.2 15.2 20.5 20.5"
  />
);
