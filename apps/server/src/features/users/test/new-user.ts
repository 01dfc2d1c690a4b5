import type { RoleName } from '@portal/domain/roles';
import { user, userGet, type User } from '@portal/contract/users';
import type { SignedInUser } from '#test/factories.ts';
import type { TestPortal } from '#test/harness.ts';

/** Returns the full record of a user, as an administrator gets it. */
export async function wholeUser(portal: TestPortal, id: string, admin: SignedInUser): Promise<User> {
  return user.parse(await portal.succeed(userGet, { params: { id } }, admin));
}

/** Returns the role IDs by name. */
export async function roleIds(portal: TestPortal): Promise<Record<RoleName, string>> {
  const rows = await portal.deps.db.selectFrom('roles').select(['id', 'name']).execute();
  const id = (name: RoleName) => {
    const row = rows.find((role) => role.name === name);
    if (row === undefined) throw new Error(`There is no role ${name}`);
    return row.id;
  };
  return {
    SuperAdmin: id('SuperAdmin'),
    Admin: id('Admin'),
    ProviderPhysician: id('ProviderPhysician'),
    ProviderMidLevel: id('ProviderMidLevel'),
    MedicalAssistant: id('MedicalAssistant'),
    Staff: id('Staff'),
  };
}

/** A valid request body for a new user. */
export const newUser = (roles: readonly string[]) => ({
  firstName: 'Dana',
  lastName: 'Whitfield',
  title: null,
  employeeId: '',
  roleIds: [...roles],
});
