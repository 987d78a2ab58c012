import { NoticePage } from "#app/components/layouts/notice-page.tsx";

type StoppedNoticeProps = { company: string; scope: "all" | "company" };

/** What a person reads after a stop, by link or form, whether or not there is a request of theirs. */
export function StoppedNotice({ company, scope }: StoppedNoticeProps) {
  return (
    <NoticePage
      title={scope === "all" ? "All contact is stopped" : `Contact by ${company} is stopped`}
      text={`${company} will not call, text or email you about any request you made before now.`}
      image="thanks"
    >
      <p role="status" className="basis-full">
        A message that was already on its way may still reach you.{" "}
        {scope === "all"
          ? "If a professional got your details from us, we tell them to stop too. They are a separate business. If they still call, tell us."
          : "A professional you said yes to may still call you about the job."}
      </p>
      <p className="basis-full">
        Changed your mind? Ask for help again and agree to be contacted. That lifts the stop.
      </p>
      <a href="/quote" className="btn btn-line">
        Ask for help again
      </a>
    </NoticePage>
  );
}
