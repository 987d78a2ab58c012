const EVERYWHERE: [string, string][] = [
  ["X-Content-Type-Options", "nosniff"],
  ["Referrer-Policy", "strict-origin-when-cross-origin"],
];
/** For responses that are not pages: JSON, text, images of the media library. */
export const FALLBACK_POLICY = "default-src 'none'; base-uri 'none'; frame-ancestors 'none'";
/**
 * For files of the build, which a browser may open directly: a video or a drawing is shown, and only
 * our own code runs.
 */
export const FILE_POLICY =
  "default-src 'self'; base-uri 'none'; object-src 'none'; frame-ancestors 'none'";

/** Headers of every response; routes may replace the fallback policy with their own. */
export function listCommonHeaders({ PUBLIC_URL }: { PUBLIC_URL?: string }): [string, string][] {
  const isSecure = PUBLIC_URL?.startsWith("https://") ?? false;
  return [
    ...EVERYWHERE,
    ...(isSecure
      ? [["Strict-Transport-Security", "max-age=31536000; includeSubDomains"] as [string, string]]
      : []),
  ];
}
