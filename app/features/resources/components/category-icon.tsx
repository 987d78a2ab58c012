import { BookOpen, Calculator, LifeBuoy, Newspaper } from "lucide-react";
import type { ResourceCategory } from "../queries.server.ts";

const SHAPES = { BookOpen, Calculator, Newspaper, LifeBuoy };
/** The colors of the categories, in the site's palette. */
const COLORS = {
  blue: "bg-petrol text-paper",
  green: "bg-ok text-paper",
  purple: "bg-plum text-paper",
  orange: "bg-action text-paper",
};

export function CategoryIcon({ icon, color }: Pick<ResourceCategory, "icon" | "color">) {
  const Shape = SHAPES[icon];
  return (
    <span className={`grid size-12 shrink-0 place-items-center rounded-xl ${COLORS[color]}`}>
      <Shape className="size-6" aria-hidden="true" />
    </span>
  );
}
