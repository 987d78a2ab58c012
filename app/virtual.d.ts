declare module "virtual:document-assets" {
  /** Public URL of the islands script. */
  export const islandsUrl: string;
  /** Text of the public style sheet; empty in development. */
  export const inlineCss: string;
  /** Classes of the sheet that scripts of content pages may add to elements. */
  export const scriptClasses: readonly import("./page-css.server.ts").ScriptClasses[];
  /** Public URLs of the fonts named in the style sheet. */
  export const fontUrls: string[];
}

declare module "virtual:zip-table" {
  /**
   * Lines of "30301Atlanta|GA" and four characters of packed coordinates, sorted, with a line break
   * before the first and after the last.
   */
  export const zipTable: string;
}

declare module "virtual:react-router/inject-hmr-runtime" {}

// Typed by its use: createApp takes a ServerBuild.
declare module "virtual:react-router/server-build";

declare module "virtual:og-glyphs" {
  /** Glyph outlines of the site's two typefaces, for images with text. */
  export const glyphs: import("#app/features/media/fit-text.ts").OgGlyphs;
}

declare module "virtual:portal-worker" {
  /** The portal's service worker as one classic script. */
  export const workerText: string;
}

declare module "virtual:pro-worker" {
  /** The service worker of the portal of providers as one classic script. */
  export const workerText: string;
}

declare module "virtual:service-worker" {
  /** The service worker as one classic script, without its configuration; empty in development. */
  export const workerText: string;
}
