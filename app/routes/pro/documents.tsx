import { data, redirect } from "react-router";
import { actionContext, appContext, requestInfoContext } from "#app/app-context.ts";
import {
  requireProvider,
  requireProviderPerson,
} from "#app/features/provider-accounts/viewer.server.ts";
import { titlePage } from "#app/features/provider-portal/title-page.ts";
import { DocumentsPage } from "#app/features/providers/papers/components/documents-page.tsx";
import { PAPER_DONE_TEXTS } from "#app/features/providers/papers/constants.ts";
import { handlePaperForm } from "#app/features/providers/papers/handle-form.server.ts";
import { loadOwnPapers } from "#app/features/providers/papers/load-papers.server.ts";
import type { Route } from "./+types/documents";

export const meta = titlePage("Documents");

export async function loader({ context, request }: Route.LoaderArgs) {
  const { providerId } = requireProvider(context);
  const code = new URL(request.url).searchParams.get("done") ?? "";
  return {
    papers: await loadOwnPapers(context.get(appContext), { providerId }),
    done: Object.hasOwn(PAPER_DONE_TEXTS, code) ? (PAPER_DONE_TEXTS[code] ?? null) : null,
  };
}

/** POST multipart intent "add" with a file and its fields, or remove with the id of a paper. */
export async function action({ context, request }: Route.ActionArgs) {
  const { providerId, user, base } = requireProviderPerson(context);
  const { address } = context.get(requestInfoContext).caller;
  const outcome = await handlePaperForm(actionContext(context, `provider:${providerId}`), {
    request,
    address,
    providerId,
    userId: user.id,
  });
  if (outcome.ok) throw redirect(`${base}/documents?done=${outcome.done}#notice`, 303);
  const { ok: _ok, ...problem } = outcome;
  return data({ problem }, { status: problem.status });
}

export default function Documents({ loaderData, actionData }: Route.ComponentProps) {
  const problem = actionData?.problem ?? null;
  return (
    <DocumentsPage
      data={loaderData.papers}
      done={problem ? null : loaderData.done}
      problem={problem}
    />
  );
}
