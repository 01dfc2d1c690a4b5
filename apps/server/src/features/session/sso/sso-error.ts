import type { SsoFailure } from '@portal/contract/single-sign-on';

/** A single sign-on that ends on the sign-in page with a reason. `detail` is for the log: never values of a token. */
export class SsoError extends Error {
  override readonly name = 'SsoError';
  readonly reason: SsoFailure;
  readonly detail: string;
  /** The username of the account that the person proved to own; shown to them and logged. */
  readonly account: string | undefined;

  constructor(reason: SsoFailure, detail: string, options?: ErrorOptions & { readonly account?: string }) {
    super(`${reason}: ${detail}`, options);
    this.reason = reason;
    this.detail = detail;
    this.account = options?.account;
  }
}
