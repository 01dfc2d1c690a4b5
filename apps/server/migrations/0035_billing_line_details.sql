-- Units and diagnosis pointers of billing lines. Earlier lines have one unit and point to the first diagnoses of their dictation.
alter table dictation_codes
  add column units integer not null default 1 check (units between 1 and 9999),
  -- Null for the default: the first four diagnoses, in their order.
  add column diagnosis_pointers text[] check (cardinality(diagnosis_pointers) between 0 and 4),
  add constraint dictation_codes_diagnosis_line
    check (code_type <> 'ICD10' or (units = 1 and diagnosis_pointers is null));

-- The template field with the dose that the units of a line are computed from.
alter table billing_code_rule_codes add column dose_field_id text;
