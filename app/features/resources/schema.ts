import { z } from "zod";

const text = z.string().trim().min(3);

export const RESOURCE_TYPES = ["guide", "calculator", "tool", "quiz", "article", "faq"] as const;

const resourceSchema = z.strictObject({
  slug: text,
  name: text,
  title: text,
  description: text,
  summary: text,
  type: z.enum(RESOURCE_TYPES),
  featured: z.boolean().optional(),
  externalUrl: z.string().startsWith("/").optional(),
  /** Name of its picture, where that is not its slug. */
  image: text.optional(),
  comingSoon: z.boolean().optional(),
});

export type ResourceType = (typeof RESOURCE_TYPES)[number];

/** content/resources.yaml */
export const resourceCategoriesSchema = z.strictObject({
  categories: z
    .array(
      z.strictObject({
        slug: text,
        name: text,
        title: text,
        description: text,
        heroTitle: text,
        heroSubtitle: text,
        icon: z.enum(["BookOpen", "Calculator", "Newspaper", "LifeBuoy"]),
        color: z.enum(["blue", "green", "purple", "orange"]),
        resources: z.array(resourceSchema),
      }),
    )
    .length(4),
});
