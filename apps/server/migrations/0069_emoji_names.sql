-- The search text of patients ends with the emoji of their names (packages/domain/src/patient-search.ts). The ranges have nearly all.
update patients
set search_text = search_text || rtrim(regexp_replace(first_name || last_name,
  '[^\U0001F000-\U0001FAFF\u2600-\u27BF]*([\U0001F000-\U0001FAFF\u2600-\u27BF]|$)', ' \1', 'g'))
where first_name || last_name ~ '[\U0001F000-\U0001FAFF\u2600-\u27BF]';
