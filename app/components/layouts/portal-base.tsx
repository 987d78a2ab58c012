import { createContext, useContext } from "react";

/** What the paths of the provider's portal begin with, for whoever looks at it. */
export const PortalBase = createContext("/pro");

/** Builds paths of the provider's portal: `path("offers")`. */
export function usePortalPath(): (page: string) => string {
  const base = useContext(PortalBase);
  return (page) => `${base}/${page}`;
}
