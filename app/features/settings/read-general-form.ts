import { parseJson } from "#app/lib/parse-json.ts";
import { type GeneralField, generalSettingsSchema } from "./schema.ts";

/** Reads the form of the general settings. A missing field is read as empty, which is invalid. */
export function readGeneralForm(form: FormData): {
  values: Record<string, unknown>;
  opened: unknown;
} {
  const text = (name: string) => String(form.get(name) ?? "");
  const fields = Object.keys(generalSettingsSchema.shape) as GeneralField[];
  const lines = text("insurancePartners")
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean);
  const values = Object.fromEntries(
    fields.map((name) => [name, name === "insurancePartners" ? lines : text(name)]),
  );
  return { values, opened: parseJson(text("opened")) };
}
