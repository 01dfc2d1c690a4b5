import type { MenuGroup } from '@portal/domain/menu-groups';
import { explainError } from '#lib/errors/error-text.ts';
import { usePreferences } from '#lib/session/use-preferences.ts';
import { useToast } from '#ui/ToastProvider.tsx';

/** The user's choices for the side menu, and functions that change and remember them. */
export function useMenuChoices() {
  const { preferences, save } = usePreferences();
  const toast = useToast();
  const change = async (choice: Partial<typeof preferences>) => {
    try {
      await save(choice);
    } catch (error) {
      toast.error(explainError(error, 'Your menu could not be saved'));
    }
  };
  const { collapsedMenuGroups: collapsed, hasNarrowMenu: isNarrow } = preferences;
  return {
    collapsed,
    isNarrow,
    toggle: (group: MenuGroup) =>
      void change({
        collapsedMenuGroups: collapsed.includes(group)
          ? collapsed.filter((other) => other !== group)
          : [...collapsed, group],
      }),
    toggleWidth: () => void change({ hasNarrowMenu: !isNarrow }),
  };
}
