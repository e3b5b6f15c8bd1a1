// What a target wants of a schema, as data. The walk reads it; the dispatchers pin it. Types only.

/** How a schema is brought into a target's form. */
export interface NormalizeOptions {
  /** Keywords that the target understands; all others are left out. */
  readonly keeps: (keyword: string) => boolean;
  /** Whether references are replaced by what they point to; recursion can at best be kept. */
  readonly refs: "keep" | "inline" | "inline-unless-recursive";
  /**
   * `union` keeps lists of types; `split` makes them `anyOf`; `nullable` does so too but says null by a
   * marker; `first` takes the first type that is not null.
   */
  readonly types: "union" | "split" | "nullable" | "first";
  /** `enum` says a `const` as an enum of one. */
  readonly constants: "const" | "enum";
  /**
   * `keep` leaves them; `any-of` says `oneOf` as `anyOf`; `single` also resolves an `allOf` of one;
   * `merge` resolves every `allOf`; `collapse` resolves all combiners.
   */
  readonly combiners: "keep" | "any-of" | "single" | "merge" | "collapse";
  /** True where a node without a type is of no use and properties or items tell it. */
  readonly infersType: boolean;
  /** True where an object must say `properties`, even if there are none. */
  readonly wantsProperties: boolean;
  /** True where properties that are not listed cannot be sent anyway. */
  readonly isClosed: boolean;
  /** True where subschemas must be objects, and say nothing that their type has no use for. */
  readonly wantsPlainNodes: boolean;
  /** True where arrays have one schema for all items. */
  readonly isUniformArray: boolean;
  /** True where `enum` takes strings only. */
  readonly hasTextEnums: boolean;
  /** The values of `format` that the target takes; without it, all. */
  readonly formats?: ReadonlySet<string>;
  /** Keywords that are told in the description when they are left out. */
  readonly spills: ReadonlySet<string>;
  /** True where only an existing description may be added to. */
  readonly spillsIntoExisting: boolean;
}
