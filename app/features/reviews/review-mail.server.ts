import type { CustomerMailKind } from "#app/features/requests/customer/mails/mail-kind.ts";
import { composeReviewMail } from "./compose-review-mail.ts";
import { REVIEW_MAIL } from "./constants.ts";
import { findReviewedRequest } from "./queries.sql.ts";

/** The mail that asks for a review; none where the customer gave one, or the request is open again. */
export const reviewMail: CustomerMailKind = {
  kind: REVIEW_MAIL,
  async compose({ db, site, request, pageUrl }) {
    const found = await findReviewedRequest.first(db, { requestId: request.id });
    if (!found?.isDone || found.reviewId) return null;
    const { brand } = site;
    const { serviceType } = request;
    return composeReviewMail({ brand, company: found.company, serviceType, pageUrl });
  },
};
