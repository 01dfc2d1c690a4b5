-- Test cases of a template: sample answers with the text and the codes they should lead to. Their order is the order of their ids.
create table template_cases (
  id uuid primary key default uuidv7(),
  template_id uuid not null references templates on delete cascade,
  name text not null check (length(name) between 1 and 150),
  -- Values by field id.
  answers jsonb not null,
  billing_option text not null check (billing_option in ('standard', 'reduced', 'noshow-patient', 'noshow-provider')),
  expected jsonb not null,
  version integer not null default 1,
  created_at timestamptz not null,
  created_by uuid references users,
  updated_at timestamptz not null,
  updated_by uuid references users
);
create unique index template_cases_name_key on template_cases (template_id, lower(name));

-- Diagnoses have no modifiers. No screen shows those that billing rules have stored.
update billing_code_rule_codes a set modifiers = ''
  from billing_codes c where c.id = a.billing_code_id and c.code_type = 'ICD10' and a.modifiers <> '';
