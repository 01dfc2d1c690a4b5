-- What a user did, by action and by type of record, without reading everything else of that user (docs/decisions/0008).
create index audit_log_user_action_idx on audit_log (user_id, action, at, id, entity_type);
create index audit_log_user_entity_idx on audit_log (user_id, entity_type, at, id);
