/** An account of the service, as people see it. Holds nothing secret: the credential is in the keychain under its id. */
export interface Account {
  /** uuid of our own making. */
  readonly id: string;
  readonly label: string;
  readonly baseUrl: string;
  readonly credential: 'apiKey' | 'login';
  readonly email: string | null;
  /** The service's web console, as the user set it, not checked yet. */
  readonly consoleUrl: string | null;
}
