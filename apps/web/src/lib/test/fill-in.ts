import type { UserEvent } from '@testing-library/user-event';

/** Replaces a field's text. Pasted, because a key stroke each takes long without a browser. */
export async function fillIn(user: UserEvent, field: HTMLElement, text: string): Promise<void> {
  await user.clear(field);
  await user.click(field);
  if (text !== '') await user.paste(text);
}
