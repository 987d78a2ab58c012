import { ButtonLink } from "#app/components/admin/button.tsx";
import { ADVERTORIALS_PATH } from "#app/lib/portal-paths.ts";

const REASONS = {
  missing: {
    title: "Advertorial not found",
    text: "There is no advertorial at this address. It may have been deleted; a superadmin can restore it for a while.",
  },
  unreadable: {
    title: "Failed to load advertorial",
    text: "What is stored is not an article that this editor knows. Restore a backup, or delete it in the list and write it again.",
  },
};

/** Shown when no article has this slug, or its content cannot be edited. */
export function ArticleNotFound({ reason = "missing" }: { reason?: keyof typeof REASONS }) {
  const { title, text } = REASONS[reason];
  return (
    <div className="panel-card max-w-xl p-6">
      <h2 className="h3">{title}</h2>
      <p className="mt-2">{text}</p>
      <p className="mt-4">
        <ButtonLink to={ADVERTORIALS_PATH} tone="primary">
          Back to the advertorials
        </ButtonLink>
      </p>
    </div>
  );
}
