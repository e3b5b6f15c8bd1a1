// The last bytes of a stream in a fixed amount of memory.

/** A ring that forgets the oldest bytes. */
export class TailBuffer {
  readonly #ring: Buffer;
  #end = 0;
  #hasWrapped = false;

  constructor(capacityBytes: number) {
    this.#ring = Buffer.alloc(capacityBytes);
  }

  /** Whether bytes were forgotten. */
  get hasForgotten(): boolean {
    return this.#hasWrapped;
  }

  push(bytes: Uint8Array): void {
    const capacity = this.#ring.length;
    const room = capacity - this.#end;
    if (bytes.length >= capacity) {
      this.#hasWrapped ||= this.#end > 0 || bytes.length > capacity;
      this.#ring.set(bytes.subarray(bytes.length - capacity));
      this.#end = 0;
      if (!this.#hasWrapped) this.#end = capacity;
    } else if (bytes.length <= room) {
      this.#ring.set(bytes, this.#end);
      this.#end += bytes.length;
    } else {
      this.#ring.set(bytes.subarray(0, room), this.#end);
      this.#ring.set(bytes.subarray(room));
      this.#end = bytes.length - room;
      this.#hasWrapped = true;
    }
  }

  /** A copy, oldest byte first. */
  read(): Buffer {
    const newest = this.#ring.subarray(0, this.#end);
    return this.#hasWrapped
      ? Buffer.concat([this.#ring.subarray(this.#end), newest])
      : Buffer.from(newest);
  }
}
