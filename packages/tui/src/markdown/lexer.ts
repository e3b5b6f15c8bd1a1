/** The Markdown grammar, loaded when it is first needed. */
import type { Links, Token } from "marked";

/** Reads Markdown into block tokens; link definitions are taken from and added to `links`. */
export type MarkdownLexer = (source: string, links: Links) => readonly Token[];

/** Loads the grammar. */
export async function loadMarkdownLexer(): Promise<MarkdownLexer> {
  const { Lexer } = await import("marked");
  return (source, links) => {
    const lexer = new Lexer({ gfm: true });
    lexer.tokens.links = links;
    return lexer.lex(source);
  };
}
