-- Codes are valid from a day to a day, and an unknown bilateral indicator is shown as unknown.
alter table billing_codes
  add column valid_from date,
  add column valid_to date,
  add constraint billing_codes_valid_days check (valid_from <= valid_to),
  alter column bilateral_indicator drop not null;

-- A rule can take units from a number: suggested from count_from to count_to with 1 unit, and 1 more for each count_step.
alter table billing_code_rule_codes
  add column count_from integer check (count_from between 1 and 9999),
  add column count_to integer check (count_to between 1 and 9999),
  add column count_step integer check (count_step between 1 and 9999),
  add constraint billing_code_rule_codes_count check (
    count_from is null and count_to is null and count_step is null
    or count_from is not null and dose_field_id is not null and (count_to is null or count_to >= count_from)
  );

-- The dates of drug codes (packages/domain, billing-code-drugs.ts). Only codes that nobody has changed.
update billing_codes as b set valid_from = v.valid_from::date, valid_to = v.valid_to::date
  from (values
    ('J0165', '2025-07-01', null), ('J0171', '2011-01-01', '2025-06-30'), ('J0461', '2010-01-01', null),
    ('J0475', '1994-01-01', null), ('J0476', '1999-01-01', null), ('J0585', '1991-01-01', null),
    ('J0586', '2010-01-01', null), ('J0587', '2002-01-01', null), ('J0588', '2012-01-01', null),
    ('J0589', '2024-04-01', null), ('J0665', '2023-07-01', null), ('J0670', '1986-01-01', null),
    ('J0690', '1982-01-01', null), ('J0696', '1990-01-01', null), ('J0702', '1995-01-01', null),
    ('J0735', '1998-01-01', null), ('J0897', '2012-01-01', null), ('J1010', '2024-04-01', null),
    ('J1020', '1982-01-01', '2024-03-31'), ('J1030', '1982-01-01', '2024-03-31'), ('J1040', '1982-01-01', '2024-03-31'),
    ('J1094', '2003-01-01', '2025-03-31'), ('J1100', '1982-01-01', null), ('J1170', '1982-01-01', '2024-09-30'),
    ('J1171', '2024-10-01', null), ('J1200', '1982-01-01', null), ('J1885', '1993-01-01', null),
    ('J2001', '2004-01-01', '2024-09-30'), ('J2003', '2024-10-01', null), ('J2004', '2024-10-01', null),
    ('J2060', '1982-01-01', null), ('J2175', '1986-01-01', null), ('J2250', '1996-01-01', null),
    ('J2270', '1982-01-01', null), ('J2278', '2006-01-01', null), ('J2310', '1996-01-01', '2025-06-30'),
    ('J2312', '2025-07-01', null), ('J2400', '1986-01-01', '2022-12-31'), ('J2401', '2023-01-01', null),
    ('J2402', '2023-01-01', null), ('J2405', '1993-01-01', null), ('J2795', '2001-01-01', null),
    ('J2919', '2024-04-01', null), ('J2920', '1982-01-01', '2024-03-31'), ('J2930', '1984-01-01', '2024-03-31'),
    ('J3010', '1982-01-01', null), ('J3300', '2009-01-01', null), ('J3301', '1991-01-01', null),
    ('J3302', '1991-01-01', null), ('J3303', '1991-01-01', null), ('J3304', '2019-01-01', null),
    ('J3360', '1982-01-01', null), ('J3420', '1986-01-01', null), ('J7318', '2019-01-01', null),
    ('J7320', '2017-01-01', null), ('J7321', '2008-01-01', null), ('J7322', '2017-01-01', null),
    ('J7323', '2008-01-01', null), ('J7324', '2008-01-01', null), ('J7325', '2010-01-01', null),
    ('J7326', '2012-01-01', null), ('J7327', '2015-01-01', null), ('J7328', '2016-01-01', null),
    ('J7329', '2019-01-01', null), ('J7331', '2019-10-01', null), ('J7332', '2019-10-01', null)
  ) as v (code, valid_from, valid_to)
  where b.code_type = 'CPT' and b.version = 1 and b.code = v.code;

-- Unit sizes that earlier defaults had wrong.
update billing_codes set unit = 'mL' where code_type = 'CPT' and version = 1 and code = 'J2400' and unit_size = 30 and unit = 'mg';
update billing_codes set unit_size = 6 where code_type = 'CPT' and version = 1 and code = 'J0702' and unit_size = 3 and unit = 'mg';

-- Bilateral indicators that earlier defaults had wrong (packages/domain, billing-code-fees.ts).
update billing_codes set bilateral_indicator = v.now
  from (values
    ('20527', 0, 1), ('20551', 1, 0), ('22526', 0, 9), ('22527', 0, 9), ('27093', 0, 1), ('27095', 0, 1),
    ('62320', 0, 9), ('62321', 0, 9), ('62322', 0, 9), ('62323', 0, 9), ('62324', 0, 9), ('62325', 0, 9),
    ('62326', 0, 9), ('62327', 0, 9), ('62330', 0, 2), ('62331', 0, 2), ('62380', 0, 1), ('63030', 0, 1),
    ('63047', 0, 2), ('64408', 0, 1), ('64416', 0, 1), ('64435', 0, 1), ('64446', 0, 1), ('64448', 0, 1),
    ('64449', 0, 1), ('64463', 0, 1), ('64466', 0, 1), ('64467', 0, 1), ('64468', 0, 2), ('64469', 0, 2),
    ('64473', 0, 1), ('64474', 0, 1), ('64486', 0, 1), ('64487', 0, 1), ('64488', 0, 2), ('64489', 0, 2),
    ('64561', 0, 1), ('64568', 0, 1), ('64569', 0, 1), ('64570', 0, 1), ('64600', 0, 2), ('64605', 0, 1),
    ('64610', 0, 1), ('64611', 0, 2), ('64617', 0, 1), ('64620', 1, 0), ('73560', 0, 3), ('73562', 0, 3),
    ('73564', 0, 3), ('95873', 9, 0), ('95874', 9, 0), ('95970', 9, 0), ('95971', 9, 0), ('95972', 9, 0),
    ('96365', 9, 0), ('96366', 9, 0), ('96372', 9, 0), ('96374', 9, 0), ('96375', 9, 0), ('97110', 9, 0),
    ('97140', 9, 0), ('97530', 9, 0), ('98940', 9, 0), ('98941', 9, 0), ('98942', 9, 0), ('99202', 9, 0),
    ('99203', 9, 0), ('99204', 9, 0), ('99205', 9, 0), ('99211', 9, 0), ('99212', 9, 0), ('99213', 9, 0),
    ('99214', 9, 0), ('99215', 9, 0), ('99221', 9, 0), ('99222', 9, 0), ('99223', 9, 0), ('99231', 9, 0),
    ('99232', 9, 0), ('99233', 9, 0), ('99406', 9, 0), ('99407', 9, 0), ('G0260', 0, 9), ('G2211', 9, 0)
  ) as v (code, was, now)
  where billing_codes.code_type = 'CPT' and billing_codes.version = 1 and billing_codes.code = v.code
    and billing_codes.bilateral_indicator = v.was;
