-- What billing needs to know about a code beyond its line: what one unit stands for, and whether it is a heading.
alter table billing_codes
  add column unit_size double precision check (unit_size > 0 and unit_size <= 100000),
  add column unit text check (length(unit) between 1 and 20),
  -- False for a heading, such as ICD-10-CM M17, which payers accept only with a longer code.
  add column is_billable boolean not null default true,
  add constraint billing_codes_unit check ((unit_size is null) = (unit is null)),
  drop constraint billing_codes_diagnosis_line,
  add constraint billing_codes_diagnosis_line
    check (code_type <> 'ICD10' or (line_type = 'other' and bilateral_indicator = 9 and unit_size is null));

-- Existing codes start like new ones (packages/domain, billing-code-traits.ts).
update billing_codes as b set unit_size = v.unit_size, unit = v.unit
  from (values
    ('J0171', 0.1, 'mg'), ('J0461', 0.01, 'mg'), ('J0475', 10, 'mg'), ('J0476', 50, 'mcg'), ('J0585', 1, 'units'),
    ('J0586', 5, 'units'), ('J0587', 100, 'units'), ('J0588', 1, 'units'), ('J0665', 0.5, 'mg'), ('J0670', 10, 'mL'),
    ('J0690', 500, 'mg'), ('J0696', 250, 'mg'), ('J0702', 3, 'mg'), ('J0735', 1, 'mg'), ('J0897', 1, 'mg'),
    ('J1010', 1, 'mg'), ('J1020', 20, 'mg'), ('J1030', 40, 'mg'), ('J1040', 80, 'mg'), ('J1100', 1, 'mg'),
    ('J1170', 4, 'mg'), ('J1200', 50, 'mg'), ('J1720', 100, 'mg'), ('J1885', 15, 'mg'), ('J2001', 10, 'mg'),
    ('J2060', 2, 'mg'), ('J2175', 100, 'mg'), ('J2250', 1, 'mg'), ('J2270', 10, 'mg'), ('J2278', 1, 'mcg'),
    ('J2310', 1, 'mg'), ('J2400', 30, 'mg'), ('J2401', 1, 'mg'), ('J2405', 1, 'mg'), ('J2704', 10, 'mg'),
    ('J2795', 1, 'mg'), ('J2919', 5, 'mg'), ('J2920', 40, 'mg'), ('J2930', 125, 'mg'), ('J3010', 0.1, 'mg'),
    ('J3300', 1, 'mg'), ('J3301', 10, 'mg'), ('J3302', 5, 'mg'), ('J3303', 5, 'mg'), ('J3304', 1, 'mg'),
    ('J3360', 5, 'mg'), ('J3420', 1000, 'mcg'), ('J3473', 1, 'units'), ('J7318', 1, 'mg'), ('J7320', 1, 'mg'),
    ('J7321', 1, 'dose'), ('J7322', 1, 'mg'), ('J7323', 1, 'dose'), ('J7324', 1, 'dose'), ('J7325', 1, 'mg'),
    ('J7326', 1, 'dose'), ('J7327', 1, 'dose'), ('J7328', 0.1, 'mg'), ('J7329', 1, 'mg'), ('J7331', 1, 'mg'),
    ('J7332', 1, 'mg'), ('Q9951', 1, 'mL'), ('Q9965', 1, 'mL'), ('Q9966', 1, 'mL'), ('Q9967', 1, 'mL')
  ) as v (code, unit_size, unit)
  where b.code_type = 'CPT' and b.code = v.code;
-- With the limit, each code is one short read of the index, instead of a join of all codes with each other.
update billing_codes as b set is_billable = false
  where b.code_type = 'ICD10' and b.code ~ '^[A-Z][0-9][0-9A-Z](\.[0-9A-Z]{1,4})?$' and (
    select longer.code from billing_codes as longer
    where longer.code_type = 'ICD10' and longer.code > b.code and longer.code < b.code || '~'
      and longer.code ~ '^[A-Z][0-9][0-9A-Z](\.[0-9A-Z]{1,4})?$'
    order by longer.code_type, longer.code limit 1
  ) is not null;

-- Lists can leave out headings, so codes are counted by it, too.
drop function count_billing_codes cascade;
delete from row_counts where source = 'billing_codes';
insert into row_counts (source, key, shard, rows)
  select 'billing_codes', jsonb_build_object('code_type', code_type, 'is_active', is_active, 'is_billable', is_billable), 0, count(*)
  from billing_codes group by code_type, is_active, is_billable;
select count_rows_of('billing_codes', 'true', 'code_type', 'is_active', 'is_billable');
