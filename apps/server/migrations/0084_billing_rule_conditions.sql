-- The conditions of a billing code rule, besides its field and value: a group as template content has it.
alter table billing_code_rules add column conditions jsonb;
