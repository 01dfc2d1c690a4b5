import type { RoleName } from '@portal/domain/roles';
import type { TestPortal } from '#test/harness.ts';

/** The ids of the roles, by name. */
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

/** A valid form for a new user. */
export const newUser = (roles: readonly string[]) => ({
  firstName: 'Dana',
  lastName: 'Whitfield',
  title: null,
  employeeId: '',
  roleIds: [...roles],
});
