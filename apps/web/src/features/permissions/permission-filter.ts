import type { UserPermission } from '@portal/contract/user-permissions';
import { useSearchParams } from 'react-router';

/** The filters of the summary cards; `all` is not in the URL. */
export const SHOWN = ['all', 'granted', 'overridden'] as const;
export type Shown = (typeof SHOWN)[number];

/** The permissions that a card shows. */
export function permissionsShown(permissions: readonly UserPermission[], shown: Shown): UserPermission[] {
  return permissions.filter(
    ({ isGranted, source }) =>
      shown === 'all' || (shown === 'granted' ? isGranted : source === 'UserOverride'),
  );
}

/** The selected card, stored in the URL: `?show=overridden`. */
export function useShown(): readonly [Shown, (shown: Shown) => void] {
  const [params, setParams] = useSearchParams();
  const shown = SHOWN.find((each) => each === params.get('show')) ?? 'all';
  return [
    shown,
    (next) => {
      const changed = new URLSearchParams(params);
      if (next === 'all') changed.delete('show');
      else changed.set('show', next);
      // The cards filter the first tab.
      changed.delete('tab');
      setParams(changed);
    },
  ];
}
