import type { Notice } from "#app/features/content-editor/components/content-notice.tsx";

export type NoticeView = "unnamed" | "missing" | "unavailable";

export const NOTICES: Record<NoticeView, Notice> = {
  unnamed: { title: "Content Not Found", text: "No advertorial specified", status: 404 },
  missing: { title: "Content Not Found", text: "Advertorial not found", status: 404 },
  unavailable: { title: "Content Not Found", text: "Failed to load advertorial", status: 503 },
};
