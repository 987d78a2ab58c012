const KILOBYTE = 1_024;
const MEGABYTE = KILOBYTE * KILOBYTE;

/** The size of a file, for display. */
export const formatBytes = (bytes: number) =>
  bytes < MEGABYTE
    ? `${Math.max(1, Math.round(bytes / KILOBYTE))} KB`
    : `${(bytes / MEGABYTE).toFixed(1)} MB`;

export const formatPixels = ({ width, height }: { width: number; height: number }) =>
  `${width.toLocaleString("en-US")} × ${height.toLocaleString("en-US")}`;
