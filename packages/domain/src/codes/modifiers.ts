/**
 * The modifiers that claims accept, by family. Source: CPT Appendix A (22 to 99, P1 to P6), CPT Category II (1P, 2P, 3P, 8P) and the
 * CMS HCPCS Level II modifiers, as published in June 2024; looked up on 2026-11-26. Later ones are not in it.
 */
const LIST =
  '22 23 24 25 26 27 32 33 47 50 51 52 53 54 55 56 57 58 59 62 63 66 73 74 76 77 78 79 80 81 82 90 91 92 93 95 96 97 99 ' +
  '1P 2P 3P 8P P1 P2 P3 P4 P5 P6 ' +
  'A1 A2 A3 A4 A5 A6 A7 A8 A9 AA AB AD AE AF AG AH AI AJ AK AM AO AP AQ AR AS AT AU AV AW AX AY AZ ' +
  'BA BL BO BP BR BU CA CB CC CD CE CF CG CH CI CJ CK CL CM CN CO CP CQ CR CS CT DA ' +
  'E1 E2 E3 E4 EA EB EC ED EE EJ EM EP ER ET EX EY F1 F2 F3 F4 F5 F6 F7 F8 F9 FA FB FC FP FQ FR FS FT FX FY ' +
  'G0 G1 G2 G3 G4 G5 G6 G7 G8 G9 GA GB GC GD GE GF GG GH GJ GK GL GM GN GO GP GQ GR GS GT GU GV GW GX GY GZ ' +
  'H9 HA HB HC HD HE HF HG HH HI HJ HK HL HM HN HO HP HQ HR HS HT HU HV HW HX HY HZ ' +
  'J1 J2 J3 J4 J5 JA JB JC JD JE JF JG JK JL JW JZ K0 K1 K2 K3 K4 KA KB KC KD KE KF KG KH KI KJ KK KL KM KN KO KP KQ KR KS KT KU KV KW KX KY KZ ' +
  'L1 LC LD LL LM LR LS LT LU M2 MA MB MC MD ME MF MG MH MS N1 N2 N3 NB NR NU PA PB PC PD PI PL PM PN PO PS PT ' +
  'Q0 Q1 Q2 Q3 Q4 Q5 Q6 Q7 Q8 Q9 QA QB QC QD QE QF QG QH QJ QK QL QM QN QP QQ QR QS QT QW QX QY QZ ' +
  'RA RB RC RD RE RI RR RT SA SB SC SD SE SF SG SH SJ SK SL SM SN SQ SS ST SU SV SW SY SZ ' +
  'T1 T2 T3 T4 T5 T6 T7 T8 T9 TA TB TC TD TE TF TG TH TJ TK TL TM TN TP TQ TR TS TT TU TV TW ' +
  'U1 U2 U3 U4 U5 U6 U7 U8 U9 UA UB UC UD UE UF UG UH UJ UK UN UP UQ UR US V1 V2 V3 V4 V5 V6 V7 V8 V9 VM VP ' +
  'X1 X2 X3 X4 X5 XE XP XS XU ZA ZB ZC';
const KNOWN: ReadonlySet<string> = new Set(LIST.split(' '));

/** Whether a modifier is in the published lists. Uppercase. */
export const isKnownModifier = (modifier: string): boolean => KNOWN.has(modifier);

/** Modifiers that say that a service is distinct from the others: another site, encounter or practitioner. */
export const DISTINCT_MODIFIERS: ReadonlySet<string> = new Set(['59', 'XE', 'XP', 'XS', 'XU']);

/**
 * Modifiers with which Medicare pays both codes of a pair, on either of them (since 2019-07-01, CMS Change Request 11168). 76 and 77 are
 * none. Source of both lists: CMS, NCCI Policy Manual for Medicare, chapter I, section E; looked up on 2026-11-28 in public quotations.
 */
export const PAIR_MODIFIERS: ReadonlySet<string> = new Set(
  '24 25 27 57 58 59 78 79 91 XE XP XS XU'.split(' '),
);
/** Modifiers that name a side, eyelid, finger, toe, or coronary artery. */
export const ANATOMIC_MODIFIERS: ReadonlySet<string> = new Set(
  'LT RT LC LD RC LM RI E1 E2 E3 E4 FA F1 F2 F3 F4 F5 F6 F7 F8 F9 TA T1 T2 T3 T4 T5 T6 T7 T8 T9'.split(' '),
);
