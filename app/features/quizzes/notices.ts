import type { Notice } from "#app/features/content-editor/components/content-notice.tsx";

export type NoticeView = "unnamed" | "missing" | "unavailable" | "busy";

export const NOTICES: Record<NoticeView, Notice> = {
  unnamed: { title: "Quiz Not Found", text: "No quiz specified", status: 404 },
  missing: {
    title: "Quiz Not Found",
    text: "The quiz you're looking for doesn't exist or has been removed.",
    status: 404,
  },
  unavailable: { title: "Quiz Not Found", text: "Failed to load quiz", status: 503 },
  busy: {
    title: "Please Wait a Minute",
    text: "Many results were asked for from your address. Wait a minute, then load this page again. Your answers are in its address.",
    status: 429,
  },
};
