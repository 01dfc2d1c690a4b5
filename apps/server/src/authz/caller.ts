/** The signed-in user, as stored in the database at the time of this request. */
export interface Caller {
  readonly id: string;
  readonly sessionId: string;
  readonly username: string;
  readonly officeId: string | null;
  readonly roles: readonly string[];
  readonly permissions: ReadonlySet<string>;
  readonly mustChangePassword: boolean;
  /** When the user must have set up 2FA; null if they have, or need not. */
  readonly twoFactorDueAt: Date | null;
  /** `twoFactorDueAt` has passed. */
  readonly mustSetUpTwoFactor: boolean;
  readonly idleExpiresAt: Date;
  readonly expiresAt: Date;
}
