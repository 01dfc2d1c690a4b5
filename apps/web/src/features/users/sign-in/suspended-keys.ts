/** Says how many API keys of a user were suspended; empty for none. */
export const suspendedText = (count: number): string => {
  if (count === 0) return '';
  return count === 1 ? 'An API key of theirs was suspended' : `${count} API keys of theirs were suspended`;
};

/** The same, to follow another sentence. */
export const alsoSuspended = (count: number): string => (count === 0 ? '' : `. ${suspendedText(count)}`);
