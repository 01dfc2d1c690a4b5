/** Something the operator can mend; its message is the whole of what is printed. */
export class OperatorError extends Error {
  override name = 'OperatorError';
}
