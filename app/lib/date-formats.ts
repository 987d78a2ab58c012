const formats = new Map<string, Intl.DateTimeFormat>();

/**
 * An American format of dates, created once: creating one takes longer than formatting a hundred dates
 * with it.
 */
export function getDateFormat(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = JSON.stringify(options);
  const format = formats.get(key) ?? new Intl.DateTimeFormat("en-US", options);
  formats.set(key, format);
  return format;
}
