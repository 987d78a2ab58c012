import { Search } from "lucide-react";
import type { ComponentProps } from "react";

type SearchFieldProps = ComponentProps<"input"> & {
  label: string;
  /** The label stands in the empty field instead of above it. */
  isLabelHidden?: boolean;
};

/** A field to search by, with its label above it. */
export function SearchField({ label, isLabelHidden = false, ...input }: SearchFieldProps) {
  return (
    <label className="block">
      <span className={isLabelHidden ? "sr-only" : "block text-sm font-semibold"}>{label}</span>
      <span className="relative block">
        <Search
          className="pointer-events-none absolute top-3 left-3 size-4 text-muted"
          aria-hidden="true"
        />
        <input
          type="search"
          maxLength={100}
          autoComplete="off"
          placeholder={isLabelHidden ? label : undefined}
          {...input}
          className="field-small w-full pl-9"
        />
      </span>
    </label>
  );
}
