import type { UserEvent } from '@testing-library/user-event';

/** Replaces the text of a field. Pastes it, because typing each key is slow in jsdom. */
export async function fillIn(user: UserEvent, field: HTMLElement, text: string): Promise<void> {
  await user.clear(field);
  await user.click(field);
  if (text !== '') await user.paste(text);
}
