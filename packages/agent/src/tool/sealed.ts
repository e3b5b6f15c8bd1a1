// A box that only this package can open. A tool's body is kept in one, so that whoever holds a tool
// cannot run it past the host: no property, prototype or constructor leads from a box to its content.

/** Holds a value out of reach: the class is not exported from the package. */
export class Sealed<T> {
  static {
    Reflect.deleteProperty(this.prototype, "constructor");
  }

  readonly #content: T;

  constructor(content: T) {
    this.#content = content;
    Object.freeze(this);
  }

  static open<T>(box: Sealed<T>): T {
    return box.#content;
  }
}
