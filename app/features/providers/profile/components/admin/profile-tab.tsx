import { useState } from "react";
import { Button } from "#app/components/admin/button.tsx";
import { PROFILE_FAILED } from "../../../constants.ts";
import type { Profile, ProviderReply } from "../../../schema.ts";
import type { ProviderDetailData } from "../../loaders.server.ts";
import { FormFailure } from "./form-failure.tsx";
import { ProfileFields } from "./profile-fields.tsx";
import { useDiscardChanges } from "./use-discard-changes.ts";
import { useProviderForm } from "./use-provider-form.ts";

type ProfileTabProps = NonNullable<ProviderDetailData["profile"]>;

export function ProfileTab(props: ProfileTabProps) {
  const { round, discard } = useDiscardChanges();
  return <ProfileForm key={round} {...props} onReload={discard} />;
}

function ProfileForm({
  values,
  version,
  choices,
  onReload,
}: ProfileTabProps & { onReload: () => void }) {
  const [opened, setOpened] = useState<{ values: Profile; version: number; reply?: ProviderReply }>(
    { values, version },
  );
  const { Form, form, isBusy, failure, errors, reply } = useProviderForm(PROFILE_FAILED, {
    shown: opened.version,
  });
  // Typed values survive a reload of the provider; after each save the fields start from what was
  // stored.
  if (reply?.ok && !isBusy && opened.reply !== reply) setOpened({ values, version, reply });
  return (
    <Form ref={form} method="post" className="grid gap-4">
      <input type="hidden" name="version" value={opened.version} />
      <input type="hidden" name="credits_opened" value={opened.values.credits} />
      <ProfileFields
        key={opened.version}
        values={opened.values}
        choices={choices}
        errors={errors}
      />
      <FormFailure failure={failure} onReload={onReload} />
      <div className="sticky bottom-0 -mx-4 border-t border-line bg-cream px-4 py-3 room-sm:-mx-6 room-sm:px-6 room-max-xs:-mx-2 room-max-xs:px-2">
        <Button type="submit" name="intent" value="profile" disabled={isBusy} tone="primary">
          {isBusy ? "Saving" : "Save profile"}
        </Button>
      </div>
    </Form>
  );
}
