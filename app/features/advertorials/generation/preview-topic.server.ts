import { and, eq, isNull, or, sql } from "drizzle-orm";
import type { AppContext } from "#app/app-context.ts";
import type { Database } from "#app/db/client.server.ts";
import { advertorialContent } from "#app/db/tables/advertorials.server.ts";
import { normalizeSlug } from "#app/features/content-editor/normalize-slug.ts";
import { getSafetyPath } from "#app/features/quizzes/generation/emergency-topics.ts";
import { describeRefusal } from "./describe-refusal.ts";
import { findSubject } from "./find-subject.server.ts";
import type { TopicPreview } from "./topic-preview.ts";

const MAX_EXISTING = 3;

/** What the generator would make of a topic. */
export async function previewTopic(
  { db }: Pick<AppContext, "db">,
  { topic }: { topic: string },
): Promise<TopicPreview> {
  const found = await findSubject(topic);
  if (found.kind === "refused") {
    const { refusal } = found;
    return {
      kind: "refused",
      reason: describeRefusal(found, { withNearest: false }),
      safetyPath: refusal.reason === "emergency" ? getSafetyPath(refusal.emergency) : null,
      nearest: found.nearest,
    };
  }
  const { title } = found.article.hero;
  return {
    kind: "subject",
    title,
    untreated: found.untreated,
    existing: await listExisting(db, title),
  };
}

/** Articles of the same subject: they have its title or its slug unless staff changed both. */
function listExisting(db: Database, title: string): Promise<{ title: string; slug: string }[]> {
  const { deletedAt, slug, createdAt } = advertorialContent;
  return db
    .select({ title: advertorialContent.title, slug })
    .from(advertorialContent)
    .where(
      and(
        isNull(deletedAt),
        or(
          eq(slug, normalizeSlug(title)),
          eq(sql`lower(${advertorialContent.title})`, title.toLowerCase()),
        ),
      ),
    )
    .orderBy(createdAt)
    .limit(MAX_EXISTING);
}
