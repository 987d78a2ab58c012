import { TextField } from "#app/components/form/field.tsx";
import { ZIP_LENGTH } from "#app/lib/zip-length.ts";
import {
  ADDRESS_LENGTH,
  CITY_LENGTH,
  EMAIL_LENGTH,
  NAME_LENGTH,
  PHONE_LENGTH,
  STATE_LENGTH,
} from "../../constants.ts";
import { COMPANY_FIELDS, type CONTACT_FIELDS } from "../constants.ts";
import { describeCompany } from "../describe-profile.ts";
import { getError, getTyped, type PageState } from "./page-state.ts";
import { ProfileForm, ProfileSection } from "./profile-section.tsx";

type Field = (typeof COMPANY_FIELDS)[number] | (typeof CONTACT_FIELDS)[number];

const getField =
  (state: PageState, intent: "company" | "contact") => (name: Field, maxLength: number) => {
    const { values, pending } = state.profile;
    const waiting = (pending?.values as Record<string, unknown> | undefined) ?? {};
    const stored = String((name in waiting ? waiting[name] : values[name]) ?? "");
    return {
      name,
      maxLength,
      defaultValue: getTyped(state, intent, { name, stored }),
      error: getError(state, intent, name),
    };
  };

/** Company name and address, which staff approve. */
export function CompanySection({ state }: { state: PageState }) {
  const field = getField(state, "company");
  return (
    <ProfileSection
      intents={["company"]}
      title="Company"
      value={describeCompany(state.profile.values)}
      reviewed={COMPANY_FIELDS}
      state={state}
    >
      <p>
        We checked these against your documents. A change waits until our team approves it; until
        then the old entries count.
      </p>
      <ProfileForm intent="company" section="company" state={state}>
        <TextField {...field("company_name", NAME_LENGTH)} label="Company name" />
        <TextField
          {...field("business_address", ADDRESS_LENGTH)}
          label="Business address"
          optional
          autoComplete="street-address"
        />
        <div className="grid gap-3 sm:grid-cols-3">
          <TextField {...field("business_city", CITY_LENGTH)} label="City" optional />
          <TextField
            {...field("business_state", STATE_LENGTH)}
            label="State"
            optional
            hint="Two letters, such as GA."
          />
          <TextField
            {...field("business_zip", ZIP_LENGTH)}
            label="ZIP code"
            optional
            inputMode="numeric"
          />
        </div>
        <p>
          <button type="submit" className="btn btn-action">
            Send to our team
          </button>
        </p>
      </ProfileForm>
    </ProfileSection>
  );
}

const ADDRESS_HINT =
  "Your company's address for offers. An address one of your people signs in with is used at once. We check any other first. We email the old address when it changes.";

/** Whom we call, and where offers go: an address that nobody has proved waits for staff. */
export function ContactSection({ state }: { state: PageState }) {
  const field = getField(state, "contact");
  const { contact_name: name, phone, contact_email: email } = state.profile.values;
  const waits = "contact_email" in (state.profile.pending?.values ?? {});
  return (
    <ProfileSection
      intents={["contact"]}
      title="Contact"
      value={[name, phone, email].filter(Boolean).join(", ")}
      reviewed={["contact_email"]}
      state={state}
    >
      <ProfileForm intent="contact" section="contact" state={state}>
        <TextField
          {...field("contact_name", NAME_LENGTH)}
          label="Contact name"
          autoComplete="name"
        />
        <TextField
          {...field("phone", PHONE_LENGTH)}
          label="Phone"
          type="tel"
          hint="Customers who say yes to you see this number."
        />
        <TextField
          {...field("contact_email", EMAIL_LENGTH)}
          label="Email for offers"
          type="email"
          hint={
            waits
              ? `${ADDRESS_HINT} To cancel a waiting address, save the old one again.`
              : ADDRESS_HINT
          }
        />
        <p>
          <button type="submit" className="btn btn-action">
            Save contact
          </button>
        </p>
      </ProfileForm>
    </ProfileSection>
  );
}
