/** The signed-in user, as stored in the database at the time of this request. */
export interface Caller {
  readonly id: string;
  readonly sessionId: string;
  readonly username: string;
  readonly officeId: string | null;
  readonly roles: readonly string[];
  readonly permissions: ReadonlySet<string>;
  readonly mustChangePassword: boolean;
  readonly idleExpiresAt: Date;
  readonly expiresAt: Date;
}
