import type { JobContext } from "#app/app-context.ts";
import { createArticleHandler } from "#app/features/advertorials/generation/generate-article.server.ts";
import { GENERATION_POLL_MS, MAX_PARALLEL_JOBS } from "#app/features/ai/constants.ts";
import { runJobs } from "#app/features/ai/run-jobs.server.ts";
import { backupJobs } from "#app/features/backup/jobs.server.ts";
import { claimJobs } from "#app/features/claims/jobs.server.ts";
import { consentJobs } from "#app/features/consent/jobs.server.ts";
import { crmJobs } from "#app/features/crm/jobs.server.ts";
import { mailJobs } from "#app/features/mail/jobs.server.ts";
import { mediaJobs } from "#app/features/media/jobs.server.ts";
import { messageJobs } from "#app/features/messages/jobs.server.ts";
import { messageMailKinds } from "#app/features/messages/mail-kinds.server.ts";
import { notificationJobs } from "#app/features/notifications/jobs.server.ts";
import { offerMailKinds } from "#app/features/offers/customer/mail-kinds.server.ts";
import { offerJobs } from "#app/features/offers/jobs.server.ts";
import { findPushFacts } from "#app/features/offers/pushes.sql.ts";
import { privacyJobs } from "#app/features/privacy/jobs.server.ts";
import { privacyMailKinds } from "#app/features/privacy/mail-kinds.server.ts";
import { privateFileJobs } from "#app/features/private-files/jobs.server.ts";
import { providerAccountJobs } from "#app/features/provider-accounts/jobs.server.ts";
import { providerJobs } from "#app/features/providers/jobs.server.ts";
import { pushJobs } from "#app/features/push/jobs.server.ts";
import { queuePushes } from "#app/features/push/queue-pushes.server.ts";
import { createQuizHandlers } from "#app/features/quizzes/generation/generate-quiz.server.ts";
import { learningJobs } from "#app/features/quizzes/learning/jobs.server.ts";
import { assignmentJobs } from "#app/features/requests/assignments/jobs.server.ts";
import { listAlertRecipients } from "#app/features/requests/assignments/shift-people.server.ts";
import { CUSTOMER_MAILS_EVERY_MS } from "#app/features/requests/customer/constants.ts";
import { requestMailKinds } from "#app/features/requests/customer/mails/request-mail-kinds.server.ts";
import { sendDueMails } from "#app/features/requests/customer/mails/send-due-mails.server.ts";
import { reviewJobs } from "#app/features/reviews/jobs.server.ts";
import { reviewMail } from "#app/features/reviews/review-mail.server.ts";
import { secretJobs } from "#app/features/secrets/jobs.server.ts";
import { textJobs } from "#app/features/texts/jobs.server.ts";
import { webhookJobs } from "#app/features/webhooks/jobs.server.ts";
import type { Job } from "#app/lib/job.ts";

/** The generators of quizzes and articles share one queue. */
function generationJobs({ db, env, log, now, settings }: JobContext): Job[] {
  const generation = { db, env, settings };
  const handlers = {
    ...createQuizHandlers(generation),
    advertorial: createArticleHandler(generation),
  };
  return [
    {
      id: "generate",
      everyMs: GENERATION_POLL_MS,
      concurrency: MAX_PARALLEL_JOBS,
      run: (signal) => runJobs({ db, log, now, handlers }, signal),
    },
  ];
}

const CUSTOMER_MAIL_KINDS = [
  ...requestMailKinds,
  ...offerMailKinds,
  ...messageMailKinds,
  ...privacyMailKinds,
  reviewMail,
];

/** The mails to customers share one queue; each feature composes its own. */
const customerMailJobs = (context: JobContext): Job[] => [
  {
    id: "customer-mails",
    everyMs: CUSTOMER_MAILS_EVERY_MS,
    run: (signal) =>
      sendDueMails({ ...context, random: Math.random }, { kinds: CUSTOMER_MAIL_KINDS, signal }),
  },
];

/** Returned requests, and that nobody is on shift, reach the browsers of staff too. */
const watchingJobs = (context: JobContext): Job[] =>
  assignmentJobs(context, {
    async onAlert(tx, { kind, requestIds, userIds }, { now, isStaffed }) {
      if (isStaffed && kind !== "returned") return;
      // One notification says that nobody is there; the portal lists all that waits.
      const told = isStaffed ? requestIds : requestIds.slice(0, 1);
      for (const requestId of told)
        await queuePushes(tx, {
          kind: isStaffed ? "returned" : "nobody-on-shift",
          requestId,
          userIds,
          now,
        });
    },
  });

/**
 * A new emergency goes to whoever is on shift; to everybody while nobody is. Offers know whether a
 * notification about them is still news.
 */
const notifyingJobs = (context: JobContext): Job[] =>
  pushJobs(context, {
    async listRecipients(db, now) {
      const { timeZone, regularHours } = await context.settings.get();
      return listAlertRecipients(db, { now, timeZone, regularHours });
    },
    findOfferFacts: (db, input) => findPushFacts.rows(db, input),
  });

/** Everything that runs beside requests. */
const JOBS: ((context: JobContext) => Job[])[] = [
  watchingJobs,
  backupJobs,
  claimJobs,
  consentJobs,
  crmJobs,
  customerMailJobs,
  generationJobs,
  learningJobs,
  mailJobs,
  mediaJobs,
  messageJobs,
  notificationJobs,
  offerJobs,
  privacyJobs,
  privateFileJobs,
  providerAccountJobs,
  providerJobs,
  notifyingJobs,
  reviewJobs,
  secretJobs,
  textJobs,
  webhookJobs,
];

export const listJobs = (context: JobContext): Job[] => JOBS.flatMap((jobs) => jobs(context));
