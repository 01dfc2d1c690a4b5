-- Whether the result of an import depends on social security numbers: then it is shown only to those who may view them.
alter table patient_imports add column compares_ssn boolean not null default true;
alter table patient_imports alter column compares_ssn set default false;
