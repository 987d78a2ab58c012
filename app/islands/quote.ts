import type { WizardStart } from "#app/features/requests/quote/components/quote-wizard/quote-wizard.tsx";
import type { QuoteFormConfig } from "#app/features/requests/quote/quote-form-config.ts";
import { watchDialogLinks } from "./dialog-links.ts";

type LoadedWizard = {
  openWizard: (config: QuoteFormConfig, start: WizardStart, opener: HTMLElement | null) => void;
  config: QuoteFormConfig;
};
/**
 * After this time the link opens the quote page instead, which works or shows the network error.
 */
const DEADLINE_MS = 10_000;
let loading: Promise<LoadedWizard> | undefined;

/**
 * Loads the wizard's script and configuration, once, at the first sign that the visitor wants a quote.
 */
export function loadWizard(): Promise<LoadedWizard> {
  loading ??= load();
  // A failed load is retried the next time.
  loading.catch(() => {
    loading = undefined;
  });
  return loading;
}

async function importWizard() {
  if (import.meta.env.DEV) await import("virtual:react-router/inject-hmr-runtime");
  return import("./wizard-dialog.tsx");
}

async function load(): Promise<LoadedWizard> {
  const timeout = new Promise<never>((_, reject) =>
    setTimeout(() => reject(new Error("the wizard did not load in time")), DEADLINE_MS),
  );
  const loaded = Promise.all([
    importWizard(),
    fetch(`/functions/v1/quote-form?${new URLSearchParams({ page: location.pathname })}`, {
      signal: AbortSignal.timeout(DEADLINE_MS),
    }).then((response) =>
      response.ok
        ? (response.json() as Promise<QuoteFormConfig>)
        : Promise.reject(new Error(`quote form ${response.status}`)),
    ),
  ]);
  const [wizard, config] = await Promise.race([loaded, timeout]);
  return { openWizard: wizard.openWizard, config };
}

/** Links to the quote page open the wizard in a dialog. */
export const watchQuoteLinks = () =>
  watchDialogLinks({
    selector: "a[data-quote]",
    load: loadWizard,
    open: ({ openWizard, config }, link) => openWizard(config, getWizardStart(link), link),
  });

/**
 * The link's service or label, the place that a ZIP look-up stored on it, the sign that it names,
 * and the answers to a quiz.
 */
function getWizardStart(link: HTMLAnchorElement): WizardStart {
  const { quote, zip, city, state, sign, quizDone } = link.dataset;
  return {
    serviceType: quote,
    prefill: {
      ...(zip && { zipCode: zip }),
      ...(city && { city }),
      ...(state && { state }),
      ...(sign === "" && { description: link.textContent }),
    },
    ...(quizDone && { quiz: JSON.parse(quizDone) }),
  };
}
