-- Patients without a value come last in both directions: ascending in the existing indexes, descending in these.
create index patients_phone_desc_idx on patients (phone desc nulls last, id desc) include (is_active, search_text);
create index patients_email_desc_idx on patients (email_key desc nulls last, id desc) include (is_active, search_text);
create index patients_insurance_desc_idx on patients (insurance_key desc nulls last, id desc) include (is_active, search_text);
