// The pages behind `omp://`, embedded as text. A new page of the user guide is added here.
import architecture from "../../../../../docs/architecture.md" with { type: "text" };
import glossary from "../../../../../docs/glossary.md" with { type: "text" };

/** Text by page name. */
export const pages: Readonly<Record<string, string>> = {
  "architecture.md": architecture,
  "glossary.md": glossary,
};
