import type { Activity } from '@portal/contract/dashboard';
import type { Generated } from 'kysely';

export interface ActivitiesTable {
  id: Generated<string>;
  at: Date;
  description: string;
  icon: Activity['icon'];
  color: Activity['color'];
  entity_type: string;
  entity_id: string | null;
  required_permission: string | null;
  required_role: string | null;
  /** If set, only this user sees the activity. */
  recipient_user_id: string | null;
  actor_id: string | null;
}
