import { sql } from 'kysely';

/** SQL for the role names of user `u`, in display order. */
export const roleNames = sql<
  string[]
>`array(select r.name from user_roles ur join roles r on r.id = ur.role_id where ur.user_id = u.id order by r.display_order)`;
