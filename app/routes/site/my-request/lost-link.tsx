import { data } from "react-router";
import { appContext, requestInfoContext } from "#app/app-context.ts";
import { NoticePage } from "#app/components/layouts/notice-page.tsx";
import { PhoneLink } from "#app/components/ui/phone-link.tsx";
import { describeDone } from "#app/features/my-request/notices.ts";
import { LostLinkForm } from "#app/features/requests/customer/components/lost-link-form.tsx";
import { sendLostLink } from "#app/features/requests/customer/send-lost-link.server.ts";
import { readForm } from "#app/lib/read-body.server.ts";
import type { Route } from "./+types/lost-link";

const MAX_TYPED = 254;
const STATUS = { sent: 200, invalid: 400, "too-many": 429 } as const;

/** Also where people arrive whose request was just deleted. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const { env, settings } = context.get(appContext);
  const { phone } = await settings.get();
  return {
    done: describeDone(new URL(request.url).searchParams.get("done"), { phone }),
    sendsMail: env.SMTP_URL !== undefined,
    phone,
  };
}

export async function action({ context, request }: Route.ActionArgs) {
  const email = String((await readForm(request)).get("email") ?? "").slice(0, MAX_TYPED);
  const { caller } = context.get(requestInfoContext);
  const state = await sendLostLink(context.get(appContext), { email, address: caller.address });
  return data({ state, email }, { status: STATUS[state] });
}

export const meta: Route.MetaFunction = () => [
  { title: "Find my request" },
  { name: "robots", content: "noindex" },
];

export default function LostLink({ loaderData, actionData }: Route.ComponentProps) {
  if (loaderData.done && !actionData)
    return <NoticePage title="Done" text={loaderData.done} image="thanks" />;
  if (!loaderData.sendsMail)
    return (
      <NoticePage
        title="Find my request"
        text={`Each request has its own page, behind a link that only you have. Lost it? Call us for your link: ${loaderData.phone}.`}
        image="search"
      >
        <PhoneLink
          phone={loaderData.phone}
          icon
          label={`Call ${loaderData.phone}`}
          className="btn btn-line"
        />
      </NoticePage>
    );
  return (
    <NoticePage
      title="Find my request"
      text="Each request has its own page, behind a link. Lost it? We send it to the address in your request."
      image="search"
    >
      <LostLinkForm state={actionData?.state ?? "ask"} email={actionData?.email} />
    </NoticePage>
  );
}
