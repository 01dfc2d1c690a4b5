import { storeValue } from '#lib/session/browser-storage.ts';
import { useCurrentUser } from '#lib/session/use-session.ts';
import type { SelectOption } from '#ui/form/FormSelect.tsx';

/** The provider of the user's last order in this browser, if still offered; blank otherwise. */
export function useUsualProvider(options: readonly SelectOption[]) {
  const key = `orders:provider:${useCurrentUser().id}`;
  const last = localStorage.getItem(key);
  return {
    id: options.some(({ value }) => value === last) ? (last ?? '') : '',
    remember: (providerId: string) => storeValue(localStorage, key, providerId),
  };
}
