// A prompt that came while another one was being answered.

/** A prompt while another one runs must say how it is to be delivered. */
export class SessionBusyError extends Error {
  constructor() {
    super("The agent is already answering. Steer it, queue a follow-up, or abort it first.");
    this.name = "SessionBusyError";
  }
}
