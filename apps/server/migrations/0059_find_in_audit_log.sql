-- Entries that name several patients (lists, searches, exports), found by any of them. Entries wait in a short list before they are
-- sorted into the index, because a list read adds 20 of them.
create index audit_log_patients_idx on audit_log using gin ((new_values -> 'patientIds') jsonb_path_ops)
  with (gin_pending_list_limit = 256) where new_values ? 'patientIds';
-- Few entries have a reason.
create index audit_log_reason_idx on audit_log using gin (lower(reason) gin_trgm_ops) where reason is not null;
create index audit_log_address_idx on audit_log (ip_address, at, id);
