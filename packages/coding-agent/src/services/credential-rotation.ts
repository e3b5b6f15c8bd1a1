// Several credentials of one provider, used one after the other. A token: who keeps credentials binds it.

/** Changes to another credential of a provider. */
export interface CredentialRotation {
  /**
   * Where there is another credential that is free, takes the one that was used last out of use until then. True
   * when the next request will carry another one.
   */
  rotate(provider: string, untilMs: number): Promise<boolean>;
}
