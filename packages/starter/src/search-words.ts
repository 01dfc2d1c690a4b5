/**
 * Words of an interventional pain practice for the search of codes. Kenalog is triamcinolone (medicarepaymentandreimbursement.com, "CPT CODE
 * J3301 - Kenalog-40 Injection", read 2026-11-26); the other words are from experience and not checked.
 */
export const SEARCH_WORDS = `LBP = low back pain
CRPS = complex regional pain syndrome
CRPS = causalgia
RSD = complex regional pain syndrome
DDD = disc degeneration
ESI = epidural injection
TFESI = transforaminal epidural injection
MBB = medial branch injection
RFA = radiofrequency ablation
SIJ = sacroiliac joint
TPI = trigger point injections
SCS = spinal cord stimulator
Kenalog = triamcinolone
Depo = methylprednisolone acetate
Medrol = methylprednisolone
Toradol = ketorolac
Botox = botulinum toxin`;
