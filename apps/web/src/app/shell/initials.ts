const first = (text: string) => Array.from(text.trim())[0] ?? '';

/** The avatar's letters: the first of first and last name, of the user name when there are neither. */
export function initialsOf(user: {
  readonly firstName: string;
  readonly lastName: string;
  readonly username: string;
}): string {
  const letters = first(user.firstName) + first(user.lastName);
  return (letters === '' ? first(user.username) : letters).toUpperCase();
}
