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
  const serviceSlug =
    choice.kind === "service" ? choice.slug : getTemplates().treeServices[choice.slug];
  const service = services.find(({ slug }) => slug === serviceSlug);
  if (!service)
    throw new Error(`content/advertorial-templates.yaml names no service for ${choice.slug}`);
  return choice.kind === "service"
    ? { kind: "service", service }
    : { kind: "tree", tree: await readTree(choice.slug), service };
}
