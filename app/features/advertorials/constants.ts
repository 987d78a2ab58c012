/** Messages and limits of advertorials; the strings are the specification's. */

export const META_TITLE_LENGTH = 60;
export const META_DESCRIPTION_LENGTH = 160;

export const MISSING_TITLE_OR_SLUG = "Please fill in title and slug";
export const NO_CONTENT = "No content to save";
export const SLUG_TAKEN =
  "A page with this URL slug already exists. Please choose a different slug.";
export const SAVE_FAILED = "Failed to save advertorial";
export const UPDATED = "Advertorial updated successfully!";
export const CREATED = "Advertorial created successfully!";
export const STATUS_FAILED = "Failed to update advertorial status";
export const DELETE_FAILED = "Failed to delete advertorial";
export const DELETE_WORD = "DELETE";
export const DELETE_QUESTION =
  "This action cannot be undone. All content will be permanently lost.";

export const GENERATE_FAILED = "Failed to generate advertorial with AI";
export const GENERATED = "Content generated successfully!";
export const TOPIC_MISSING = "Please enter a topic for AI generation";
export const MAX_TOPIC = 200;

/** The public page of an advertorial. */
export const articlePath = (slug: string) => `/articles/${slug}`;

/** Key of the draft of an article that has no id yet. */
export const NEW_ARTICLE_KEY = "new-advertorial";

export const DRAFTS_PATH = "/backyard/advertorials/drafts";
export const JOBS_PATH = "/backyard/advertorials/jobs";
export const TOPIC_PATH = "/backyard/advertorials/topic";

/** The two built-in advertorials; their slugs are reserved. */
export const BUILT_IN_SLUGS = ["henry-helpline", "clogged-toilets"] as const;
