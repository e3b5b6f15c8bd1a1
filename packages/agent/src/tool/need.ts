// Tokens by which a tool names what it needs from its host. A token carries a type and a name, no value.

declare const provided: unique symbol;

/** Names a capability of type `T` that the host may provide. */
export interface Need<T> {
  readonly name: string;
  readonly [provided]?: T;
}

export type Needs = Readonly<Record<string, Need<unknown>>>;

/** What the tool is handed for its declared needs. */
export type Provided<N extends Needs> = {
  readonly [K in keyof N]: N[K] extends Need<infer T> ? T : never;
};

/** Makes a token; two tokens of one name are the same capability. */
export function defineNeed<T>(name: string): Need<T> {
  return Object.freeze({ name });
}
