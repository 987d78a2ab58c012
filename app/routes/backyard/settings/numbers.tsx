import { data } from "react-router";
import { actionContext, appContext } from "#app/app-context.ts";
import { requireStaff } from "#app/features/auth/session.server.ts";
import { PhoneNumbersForm } from "#app/features/settings/components/admin/phone-numbers-form.tsx";
import { SettingsFrame } from "#app/features/settings/components/admin/settings-frame.tsx";
import {
  getNumbersPage,
  savePhoneNumbers,
} from "#app/features/settings/save-phone-numbers.server.ts";
import { readForm } from "#app/lib/read-body.server.ts";
import { UNSENT, withNetworkFallback } from "#app/lib/with-network-fallback.ts";
import type { Route } from "./+types/numbers";

export const handle = { section: "Settings" };
export const meta: Route.MetaFunction = () => [
  { title: "Phone number settings" },
  { name: "robots", content: "noindex" },
];

export async function loader({ context }: Route.LoaderArgs) {
  requireStaff(context, "superadmin");
  return getNumbersPage(context.get(appContext).db);
}

export async function action({ request, context }: Route.ActionArgs) {
  const { userId } = requireStaff(context, "superadmin");
  const form = await readForm(request);
  const result = await savePhoneNumbers(actionContext(context, userId), { form });
  if (result.ok)
    return data({
      done: result.changed ? "Numbers saved." : "Nothing had changed.",
      saved: result.numbers,
    });
  if (result.reason === "invalid") return data({ errors: result.errors }, { status: 400 });
  return data(
    {
      failed:
        "Somebody else has changed the numbers since you opened this page. Copy what you typed, reload the page, and enter it again.",
    },
    { status: 409 },
  );
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  withNetworkFallback(serverAction, { failed: UNSENT });

export default function NumberSettings({ loaderData }: Route.ComponentProps) {
  return (
    <SettingsFrame
      title="Phone numbers"
      intro={
        <>
          Groups of pages can show a number of their own, so that a call tells which pages brought
          it. All other pages show the main number,{" "}
          <span className="whitespace-nowrap">{loaderData.mainPhone}</span>. So do legal pages, the
          consent text, emails and customers' own pages. To remove a number, empty its fields.
        </>
      }
    >
      <PhoneNumbersForm numbers={loaderData.numbers} />
    </SettingsFrame>
  );
}
