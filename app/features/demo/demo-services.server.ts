import { listServiceFacts } from "#app/features/catalog/find-service.server.ts";
import type { DemoService } from "./generate-requests.ts";

/**
 * Whether a customer could have written a sign: not one that addresses the reader or contains a
 * placeholder, and not a danger, for which people call 911 and do not fill in a form.
 */
const isMessage = (sign: string) =>
  !/\byou|[{}]|\b(?:gas|carbon|smoke|spark|burn|scorch|shock|fire)/i.test(sign);

/** Every service of the catalog, in its order, with what customers write about it. */
export function listDemoServices(): DemoService[] {
  return listServiceFacts().map(({ slug, name, area, signs }) => ({
    slug,
    name,
    area,
    messages: (signs ?? []).filter(isMessage),
  }));
}
