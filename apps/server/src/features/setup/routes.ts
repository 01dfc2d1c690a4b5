import { setupChecklist } from '@portal/contract/setup';
import type { Binder } from '#http/bind.ts';
import { getSetup } from './setup-service.ts';

/** Binds the setup checklist. */
export function bindSetup(binder: Binder): void {
  binder.bind(setupChecklist, (_input, context) => getSetup(context));
}
