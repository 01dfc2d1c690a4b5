import type { Guard } from '@portal/contract/endpoint';
import { passesRoleCheck } from '@portal/domain/roles';
import type { Caller } from './caller.ts';

/** Whether the caller passes a guard. Denies unless a rule allows it. */
export function passesGuard(guard: Guard, caller: Pick<Caller, 'roles' | 'permissions'> | null): boolean {
  switch (guard.kind) {
    case 'public':
      return true;
    case 'signedIn':
      return caller !== null;
    case 'permission':
      return (
        caller !== null && guard.anyOf.some((name) => caller.permissions.has(name)) && hasAll(guard, caller)
      );
    case 'roles':
      return (
        caller !== null &&
        hasAll(guard, caller) &&
        (passesRoleCheck(caller.roles, guard.anyOf) ||
          (guard.orPermission !== undefined && caller.permissions.has(guard.orPermission)))
      );
    default:
      return false;
  }
}

const hasAll = (
  { and = [] }: Extract<Guard, { kind: 'permission' | 'roles' }>,
  { permissions }: Pick<Caller, 'permissions'>,
) => and.every((name) => permissions.has(name));
