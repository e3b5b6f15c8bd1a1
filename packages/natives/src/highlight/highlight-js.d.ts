// The part of highlight.js that is used, as types for the JavaScript beside it.

/** A node of the token tree. */
export interface TokenNode {
  readonly scope?: string;
  readonly children: readonly (TokenNode | string)[];
}

/** The core. */
export interface HighlightApi {
  registerLanguage(name: string, language: HighlightLanguageFunction): void;
  /** Undefined while the language is not registered. */
  getLanguage(name: string): object | undefined;
  highlight(
    code: string,
    options: { readonly language: string; readonly ignoreIllegals: boolean },
  ): { readonly _emitter: { readonly rootNode: TokenNode } };
}

/** Describes a language to the core; opaque. */
export type HighlightLanguageFunction = (api: HighlightApi) => object;

/** Loads the core without any language. */
export function loadCore(): Promise<{ readonly default: HighlightApi }>;

/** Loads one language, by highlight.js's own names. */
export const languageLoaders: Readonly<
  Record<string, () => Promise<{ readonly default: HighlightLanguageFunction }>>
>;
