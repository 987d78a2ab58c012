import { Search } from "lucide-react";
import type { ComponentProps } from "react";

/** A field to search by, with its label above it. */
export function SearchField({ label, ...input }: ComponentProps<"input"> & { label: string }) {
  return (
    <label className="block">
      <span className="block text-sm font-semibold">{label}</span>
      <span className="relative block">
        <Search
          className="pointer-events-none absolute top-3 left-3 size-4 text-muted"
          aria-hidden="true"
        />
        <input
          type="search"
          maxLength={100}
          autoComplete="off"
          {...input}
          className="field-small w-full pl-9"
        />
      </span>
    </label>
  );
}
