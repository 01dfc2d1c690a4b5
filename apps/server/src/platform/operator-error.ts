/** An error that the operator can fix. Only its message is printed. */
export class OperatorError extends Error {
  override name = 'OperatorError';
}
