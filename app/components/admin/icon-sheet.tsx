import type { LucideIcon } from "lucide-react";

type IconSheetProps<Name extends string> = { icons: Record<Name, LucideIcon> };

const getId = (name: string) => `icon-${name}`;

/**
 * Draws icons once, out of sight, for `SheetIcon`. A list of a hundred rows would otherwise repeat
 * each drawing a hundred times, which is a third of its HTML.
 */
export function IconSheet<Name extends string>({ icons }: IconSheetProps<Name>) {
  return (
    <svg className="absolute size-0" aria-hidden="true">
      {Object.entries<LucideIcon>(icons).map(([name, Icon]) => (
        <Icon key={name} id={getId(name)} />
      ))}
    </svg>
  );
}

type SheetIconProps = {
  name: string;
  className?: string;
  /** For icons that say something on their own. */
  label?: string;
};

/** An icon of the page's `IconSheet`. */
export const SheetIcon = ({ name, className, label }: SheetIconProps) => (
  <svg
    viewBox="0 0 24 24"
    className={className}
    role={label ? "img" : undefined}
    aria-label={label}
    aria-hidden={label ? undefined : "true"}
  >
    <use href={`#${getId(name)}`} />
  </svg>
);
