/** A metric of a running site without labels; NaN if the site does not have it. */
export async function readMetric(siteUrl: string, name: string): Promise<number> {
  return parseMetric(await fetchMetrics(siteUrl), name);
}

export const fetchMetrics = async (siteUrl: string) => (await fetch(`${siteUrl}/metrics`)).text();

export const parseMetric = (metrics: string, name: string) =>
  Number(new RegExp(`^${name} (\\S+)`, "m").exec(metrics)?.[1] ?? Number.NaN);
