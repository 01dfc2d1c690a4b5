const first = (text: string) => Array.from(text.trim())[0] ?? '';

/** Initials for the avatar, from first and last name, or from the username if both are empty. */
export function initialsOf(user: {
  readonly firstName: string;
  readonly lastName: string;
  readonly username: string;
}): string {
  const letters = first(user.firstName) + first(user.lastName);
  return (letters === '' ? first(user.username) : letters).toUpperCase();
}
