import { checkArticle } from "#app/features/advertorials/check-article.ts";
import { describeRefusal } from "#app/features/advertorials/generation/describe-refusal.ts";
import {
  type FoundSubject,
  findSubject,
} from "#app/features/advertorials/generation/find-subject.server.ts";
import { generateBodySchema } from "#app/features/advertorials/generation/generation-schema.ts";

/**
 * npm run articles -- "<topic>" ["<topic>"…]
 *
 * Prints the article that the built-in generator writes about each topic, and what the checker finds
 * in it, or why the topic is refused.
 */

function print({ article, untreated }: FoundSubject): void {
  const { meta, hero, sections, cta } = article;
  console.log(`# ${hero.title}\n\n${hero.subtitle}\n`);
  console.log(`${meta.title} | ${meta.description} | ${meta.keywords.join(", ")}\n`);
  for (const { type, content } of sections) {
    if (type === "heading") console.log(`\n## ${content}\n`);
    else if (Array.isArray(content)) for (const item of content) console.log(`- ${item}`);
    else console.log(`${content}\n`);
  }
  console.log(`\n${cta.title}: ${cta.subtitle}\n`);
  const findings = checkArticle(article);
  for (const { kind, text } of findings) console.log(`${kind}: ${text}`);
  console.log(`${findings.length} findings. Not mentioned: ${untreated.join(", ") || "nothing"}.`);
}

const topics = process.argv.slice(2);
if (topics.length === 0) console.log('npm run articles -- "<topic>" ["<topic>"…]');
for (const text of topics) {
  const { topic } = generateBodySchema.parse({ topic: text });
  console.log(`\n######## ${topic}\n`);
  const found = await findSubject(topic);
  if (found.kind === "found") print(found);
  else console.log(describeRefusal(found));
}
