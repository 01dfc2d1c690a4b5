-- A billing line is a code at one site: the same code can be on several lines, with other modifiers or diagnoses (docs/decisions/0050).
alter table dictation_codes drop constraint dictation_codes_dictation_id_code_type_code_key;
-- A diagnosis is listed once.
create unique index dictation_codes_diagnosis_key on dictation_codes (dictation_id, code) where code_type = 'ICD10';

-- A rule can assign a code several times with different modifiers.
alter table billing_code_rule_codes
  drop constraint billing_code_rule_codes_pkey,
  add primary key (rule_id, billing_code_id, modifiers);

-- Null while the units are not known, for example for a dose of a code without a unit size. Such a dictation is not signed.
alter table dictation_codes alter column units drop not null;
