import { listServiceFacts } from "#app/features/catalog/find-service.server.ts";
import { listTreeHeads, readTree } from "#app/features/quizzes/generation/fault-trees.server.ts";
import { readOnce, readYaml } from "#app/lib/content.server.ts";
import type { Subject } from "./article-writer.ts";
import { chooseSubject } from "./choose-subject.ts";
import { templatesSchema } from "./template-schema.ts";

export const getTemplates = readOnce(() => readYaml("advertorial-templates.yaml", templatesSchema));

/** Finds the subject of a topic, with everything known about it. */
export async function findSubject(topic: string): Promise<Subject> {
  const services = listServiceFacts();
  const choice = chooseSubject(topic, { heads: await listTreeHeads(), services });
  if (choice.kind === "general") return choice;
  const tree = choice.kind === "tree" ? await readTree(choice.slug) : null;
  const serviceSlug = tree ? tree.services[0] : choice.slug;
  const service = services.find(({ slug }) => slug === serviceSlug);
  if (!service) throw new Error(`the fault tree ${choice.slug} names no service`);
  return tree ? { kind: "tree", tree, service } : { kind: "service", service };
}
