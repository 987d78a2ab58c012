import { MANIFEST_PATH, PROVIDER_MANIFEST_PATH, REQUESTS_PATH } from "./constants.ts";

const DEEP = "#14424b";
const CREAM = "#fff8ee";

const icon = (size: number, purpose: "any" | "maskable") => ({
  src: `/icons/portal-${purpose === "maskable" ? "maskable-" : ""}${size}.png`,
  sizes: `${size}x${size}`,
  type: "image/png",
  purpose,
});

const LOOK = {
  display: "standalone",
  background_color: CREAM,
  theme_color: DEEP,
  icons: [icon(192, "any"), icon(512, "any"), icon(192, "maskable"), icon(512, "maskable")],
};

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
  ...LOOK,
});

const PROVIDER_START = "/pro/today";

/** The portal of providers as an app. The sign-in at /pro is within its scope. */
export const buildProviderManifest = (brand: string) => ({
  id: PROVIDER_START,
  name: `${brand} for pros`,
  short_name: "For pros",
  start_url: PROVIDER_START,
  scope: "/pro",
  ...LOOK,
});

/** For the `meta` of pages from which the portal can be installed. */
export const MANIFEST_LINK = { tagName: "link", rel: "manifest", href: MANIFEST_PATH } as const;
export const PROVIDER_MANIFEST_LINK = {
  tagName: "link",
  rel: "manifest",
  href: PROVIDER_MANIFEST_PATH,
} as const;
