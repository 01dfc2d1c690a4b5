import {
  practiceShortcutCreate,
  practiceShortcutDelete,
  practiceShortcutImport,
  practiceShortcutUpdate,
  shortcutCreate,
  shortcutDelete,
  shortcutImport,
  shortcutUpdate,
} from '@portal/contract/shortcuts';
import { useEndpointMutation } from '#lib/query/endpoint-mutation.ts';

/** Changes the user's own shortcuts, or those of the practice. */
export function useShortcutChanges(isPractice: boolean) {
  const own = {
    create: useEndpointMutation(shortcutCreate),
    update: useEndpointMutation(shortcutUpdate),
    remove: useEndpointMutation(shortcutDelete),
    importAll: useEndpointMutation(shortcutImport),
  };
  const ofPractice = {
    create: useEndpointMutation(practiceShortcutCreate),
    update: useEndpointMutation(practiceShortcutUpdate),
    remove: useEndpointMutation(practiceShortcutDelete),
    importAll: useEndpointMutation(practiceShortcutImport),
  };
  return isPractice ? ofPractice : own;
}
