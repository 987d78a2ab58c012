import { MANIFEST_PATH, REQUESTS_PATH } from "./constants.ts";

const DEEP = "#14424b";
const CREAM = "#fff8ee";

const icon = (size: number, purpose: "any" | "maskable") => ({
  src: `/icons/portal-${purpose === "maskable" ? "maskable-" : ""}${size}.png`,
  sizes: `${size}x${size}`,
  type: "image/png",
  purpose,
});

/**
 * The portal as an app (W3C Web Application Manifest). Its scope is the portal; a login at another path
 * (ADMIN_LOGIN_PATH) is not named, and opens with the browser's bar above it.
 */
export const buildManifest = (brand: string) => ({
  id: REQUESTS_PATH,
  name: `${brand} Backyard`,
  short_name: "Backyard",
  start_url: REQUESTS_PATH,
  scope: "/backyard",
  display: "standalone",
  background_color: CREAM,
  theme_color: DEEP,
  icons: [icon(192, "any"), icon(512, "any"), icon(192, "maskable"), icon(512, "maskable")],
});

/** For the `meta` of pages from which the portal can be installed. */
export const MANIFEST_LINK = { tagName: "link", rel: "manifest", href: MANIFEST_PATH } as const;
