import { useHydrated } from "#app/components/admin/use-hydrated.ts";
import * as chartModule from "./charts.client.tsx";

type Charts = typeof chartModule;

/**
 * The charts, once the browser can measure their size; null on the server, which renders only the
 * tables. Not imported dynamically: that would add a chunk which every public page fetches too.
 */
export const useCharts = (): Charts | null => (useHydrated() ? chartModule : null);
