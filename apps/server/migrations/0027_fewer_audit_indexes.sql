-- Few indexes on the audit log (docs/decisions/0023), because every read in the portal pays for each. PostgreSQL 18 tests the other
-- conditions of a filter in the index before it reads the entry, so combined filters need no index of their own.
drop index audit_log_system_idx;
drop index audit_log_user_action_idx;
drop index audit_log_user_entity_idx;
drop index audit_log_entity_action_idx;
drop index audit_log_entity_idx;
create index audit_log_entity_idx on audit_log (entity_type, at, id, action);
