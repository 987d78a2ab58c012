import { listServiceFacts } from "#app/features/catalog/find-service.server.ts";
import type { DemoService } from "./make-requests.ts";

/**
 * What is said to the reader is no message of a customer, a token would stand raw in it, and who is
 * in danger calls 911 and fills in no form.
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
