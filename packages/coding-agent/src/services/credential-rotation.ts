// Several credentials of one provider, used one after the other. A token: who keeps credentials binds it.

/** Changes to another credential of a provider. */
export interface CredentialRotation {
  /**
   * Takes the credential that was used last out of use until then. True when there is another one, which the
   * next request will carry.
   */
  rotate(provider: string, untilMs: number): Promise<boolean>;
}
