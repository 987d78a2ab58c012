import { ChoiceField } from "#app/components/form/field.tsx";

/** Whom a person wants to stop: everybody, or only our company. */
export function ScopeField({ company, value = "all" }: { company: string; value?: string }) {
  return (
    <ChoiceField
      name="scope"
      legend="Who should stop?"
      columns="grid-cols-1"
      defaultValue={value}
      choices={[
        {
          value: "all",
          label: "Everybody",
          hint: `${company}, and any professional who got your details from us.`,
        },
        {
          value: "company",
          label: `Only ${company}`,
          hint: "A professional you said yes to may still call you about the job.",
        },
      ]}
    />
  );
}
