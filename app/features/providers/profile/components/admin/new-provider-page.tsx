import { Button, ButtonLink } from "#app/components/admin/button.tsx";
import { CREATE_FAILED, LIST_PATH } from "../../../constants.ts";
import type { Profile } from "../../../schema.ts";
import type { ServiceChoices } from "../../service-choices.server.ts";
import { FormFailure } from "./form-failure.tsx";
import { GuardedForms } from "./guarded-forms.tsx";
import { ProfileFields } from "./profile-fields.tsx";
import { useProviderForm } from "./use-provider-form.ts";

const EMPTY: Profile = {
  company_name: "",
  contact_name: "",
  phone: "",
  contact_email: null,
  business_address: null,
  business_city: null,
  business_state: null,
  business_zip: null,
  service_categories: [],
  service_area_zips: [],
  verification_status: "pending",
  verified_until: null,
  credits: 0,
};

export function NewProviderPage(props: { choices: ServiceChoices }) {
  return (
    <GuardedForms>
      <NewProviderForm {...props} />
    </GuardedForms>
  );
}

function NewProviderForm({ choices }: { choices: ServiceChoices }) {
  const { Form, form, isBusy, failure, errors } = useProviderForm(CREATE_FAILED);
  return (
    <Form ref={form} method="post" className="grid max-w-4xl gap-4">
      <h2 className="h3">New provider</h2>
      <ProfileFields values={EMPTY} choices={choices} errors={errors} />
      <FormFailure failure={failure} />
      <div className="flex gap-2">
        <Button type="submit" disabled={isBusy} tone="primary">
          {isBusy ? "Saving" : "Create provider"}
        </Button>
        <ButtonLink to={LIST_PATH}>Cancel</ButtonLink>
      </div>
    </Form>
  );
}
