const EVERYWHERE: [string, string][] = [
  ["X-Content-Type-Options", "nosniff"],
  ["Referrer-Policy", "strict-origin-when-cross-origin"],
];
/** For what is no page: JSON, text, pictures of the media library. */
export const FALLBACK_POLICY = "default-src 'none'; base-uri 'none'; frame-ancestors 'none'";
/**
 * For files of the build, which a browser may open by themselves: a video or a drawing shows, and
 * nothing runs that is not ours.
 */
export const FILE_POLICY =
  "default-src 'self'; base-uri 'none'; object-src 'none'; frame-ancestors 'none'";

/**
 * What every answer carries, whoever writes it; routes put a policy of their own in the place of
 * the fallback.
 */
export function headersOfEveryAnswer({ PUBLIC_URL }: { PUBLIC_URL?: string }): [string, string][] {
  const isSecure = PUBLIC_URL?.startsWith("https://") ?? false;
  return [
    ...EVERYWHERE,
    ...(isSecure
      ? [["Strict-Transport-Security", "max-age=31536000; includeSubDomains"] as [string, string]]
      : []),
  ];
}
