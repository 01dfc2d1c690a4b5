import type { PermissionChangeType } from '@portal/contract/permissions';
import type { ColumnType, Generated } from 'kysely';
import type { Instant, NullableInstant } from './columns.ts';

export interface RolesTable {
  id: Generated<string>;
  name: string;
  description: string;
  display_order: number;
  version: Generated<number>;
  modified_at: NullableInstant;
  modified_by: ColumnType<string | null, string | null | undefined, string | null>;
}

export interface PermissionsTable {
  id: Generated<string>;
  name: string;
  description: string;
  category: string;
}

export interface RolePermissionsTable {
  role_id: string;
  permission_id: string;
  granted_at: Instant;
  granted_by: string | null;
}

export interface UserRolesTable {
  user_id: string;
  role_id: string;
}

export interface UserPermissionOverridesTable {
  user_id: string;
  permission_id: string;
  is_granted: boolean;
  reason: string;
  expires_at: NullableInstant;
  created_by: string | null;
  created_at: Instant;
}

export interface PermissionAuditTable {
  id: Generated<string>;
  changed_at: ColumnType<Date, Date, never>;
  entity_type: 'User' | 'Role';
  entity_id: string;
  permission_id: string;
  change_type: PermissionChangeType;
  changed_by: string | null;
  affected_user_count: number;
  old_value: string;
  new_value: string;
  expires_at: Date | null;
  reason: string;
}
