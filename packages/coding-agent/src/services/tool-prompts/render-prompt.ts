// Renders what a model is told of a tool from its Markdown: `{{#if name}}…{{else}}…{{/if}}` depends on what is there. Pure.

/** Which parts of a text hold. */
export type PromptFacts = Readonly<Record<string, boolean>>;

const CONDITION = /\{\{#if (?<name>\w+)\}\}(?<yes>[^{]*)(?:\{\{else\}\}(?<no>[^{]*))?\{\{\/if\}\}/g;

/** Throws TypeError for a condition on something that nobody says, and for one that is not closed. */
export function renderPrompt(template: string, facts: PromptFacts = {}): string {
  const text = template.replaceAll(CONDITION, (_, name: string, yes: string, no?: string) => {
    const fact = facts[name];
    if (fact === undefined)
      throw new TypeError(`The prompt asks for "${name}", which nobody says.`);
    return (fact ? yes : no) ?? "";
  });
  if (text.includes("{{")) throw new TypeError(`The prompt holds what cannot be read: ${text}`);
  return text.replaceAll(/\n{2,}/g, "\n").trim();
}
