/**
 * Utterances of interventional-pain procedures as recognizers write them, and what a note has. Amounts to look at are in brackets; a line
 * without an arrow stays as spoken. Procedures, drugs, strengths, needles and settings are those of notes on theprocedureguide.com,
 * mtsamples.com, mtsamplereports.com and medicaltranscriptionsamples.com (read 2026-11-28); no sentence is copied.
 */
export const PROCEDURE_CASES: Readonly<Record<string, string>> = {
  levels: `
    bilateral L three through S one → bilateral [L3] through [S1]
    L 4 L 5 → [L4-L5]
    L 4-5 → [L4-L5]
    L4 5 → [L4] 5
    L4/5 → [L4/5]
    L4/L5 → [L4/L5]
    L4-L5, L5-S1 → [L4-L5], [L5-S1]
    L 5 S 1 → [L5-S1]
    L five slash S one → [L5] slash [S1]
    L four slash five → [L4] slash five
    C6 7 → [C6] 7
    C 7 T 1 → [C7-T1]
    L4 five → [L4] five
    L four 5 → [L4-L5]
    at L four and L five two milliliters each → at [L4] and [L five two milliliters] each
    at L four L five two milliliters → at [L4] [L five two milliliters]
    at L4 L5 2 mL was injected → at [L4-L5] [2 mL] was injected
    at L five one milliliter of → at [L five one milliliter] of
    at L five S one one milliliter → at [L5] [S one one milliliter]
    at L five S one two milliliters → at [L5] [S one two milliliters]
    at L 4 1 mL was injected → at [L 4 1 mL] was injected
    L four one milliliter → [L four one milliliter]
    at S one two milliliters of contrast → at [S one two milliliters] of contrast
    L two L three L four → [L2 L3 L4]
    L one to five → [L1] to five
    L one through five → [L1] through five
    T seven eight → [T7-T8]
    T 7 8 → [T7-T8]
    T8 T9 → [T8-T9]
    s 1 s 2 s 3 → [S1 S2 S3]
    S one S two S three lateral branches → [S1 S2 S3] lateral branches
    SI joint
    L five dorsal ramus and S one lateral branch → [L5] dorsal ramus and [S1] lateral branch
    L2 3 → [L2] 3
    L1-L2 → [L1-L2]
    L 5-S 1
    L5S1 → [L5-S1]
    L4L5 → [L4-L5]
    l4l5 → [L4-L5]
    L four five milliliters → [L four five milliliters]
    L four, five milliliters → [L4], [5 mL]
    T one two → [T1-T2]
    T one two milliliters → [T one two milliliters]
    Allen's test C five → Allen's test [C5]
    L four and five → [L4] and five
    L four and L five → [L4] and [L5]
    L three four five medial branches
    L four vertebral body → [L4] vertebral body
    L3 L4 L4 L5 → [L3 L4 L4 L5]
    at L four to five milliliters → at [L four to five milliliters]
    at L four five to ten milliliters → at [L four five to ten milliliters]
    at S one two to three milliliters → at [S one two to three milliliters]
    L four L five one to two milliliters → [L4] [L five one to two milliliters]
    L five radicular pain → [L5] radicular pain
    left C three C four C five medial branch blocks → left [C3 C4 C5] medial branch blocks
    S two through S four → [S2] through [S4]
    lead tips at the top of T eight → lead tips at the top of [T8]
    L4 L5, L5 S1 → [L4-L5], [L5-S1]
  `,
  needles: `
    a twenty two gauge three and a half inch spinal needle → a [22-gauge] [3.5-inch] spinal needle
    a 22 gauge 3.5 in. needle → a [22-gauge] [3.5] in. needle
    a 22-gauge 3.5-inch Quincke needle → a [22-gauge] [3.5-inch] Quincke needle
    25 gauge 1 1/2 inch needle → [25-gauge] [1 1/2-inch] needle
    25-gauge 1.5 inch needle → [25-gauge] [1.5-inch] needle
    a twenty gauge ten centimeter RF cannula with a ten millimeter active tip → a [20-gauge] [10 cm] RF cannula with a [10 mm] active tip
    a 20 gauge 10 cm cannula with a 10 mm active tip → a [20-gauge] [10 cm] cannula with a [10 mm] active tip
    18 gauge 150 mm RF needle → [18-gauge] [150 mm] RF needle
    eighteen gauge one fifty millimeter → [18-gauge] [one fifty millimeter]
    sixteen gauge three inch → [16-gauge] [3-inch]
    seventeen gauge → [17-gauge]
    two twenty five gauge needles → [two twenty five gauge] needles
    three twenty two gauge three point five inch needles → [three twenty two gauge] [3.5-inch] needles
    two 22 gauge needles → [two 22 gauge] needles
    22G → [22G]
    22 G needle → [22 G] needle
    gauge twenty five → gauge [25]
    three and half inch → three and [half inch]
    three point five inch needle → [3.5-inch] needle
    3 1/2 inch needle → [3 1/2-inch] needle
    one half inch needle → one [half inch] needle
    a half inch needle → [a half inch] needle
    five eighths inch needle
    needle size twenty two → needle size [22]
    a 25 gauge, 3.5 inch needle → a [25-gauge], [3.5-inch] needle
    a twenty five gauge five eighths inch needle → a [25-gauge] five eighths inch needle
    a twenty two gauge seven inch needle → a [22-gauge] [7-inch] needle
    an eighteen gauge ten centimeter cannula with a ten millimeter active tip → an [18-gauge] [10 cm] cannula with a [10 mm] active tip
    skin wheal with a thirty gauge half inch needle → skin wheal with a [30-gauge] [half inch] needle
    a six inch needle → a [6-inch] needle
  `,
  'settings of a procedure': `
    80 degrees Celsius for 90 seconds → [80 °C] for [90 seconds]
    eighty degrees c for ninety seconds → [80 °C] for [90 seconds]
    80°C for 90 seconds → [80 °C] for [90 seconds]
    80 °C → [80 °C]
    eighty degrees for one minute and thirty seconds → [80 degrees] for [one minute] and [30 seconds]
    42 degrees C for 120 seconds → [42 °C] for [120 seconds]
    pulsed radiofrequency at forty two degrees for two minutes → pulsed radiofrequency at [42 degrees] for [2 minutes]
    eighty degrees for one twenty seconds → [80 degrees] for [one twenty seconds]
    sensory stimulation at fifty hertz at zero point five volts → sensory stimulation at [50 Hz] at [0.5 V]
    50 Hz at .5 volts → [50 Hz] at [0.5 V]
    50Hz at 0.5V → [50 Hz] at [0.5V]
    fifty hertz point three volts → [50 Hz] [0.3 V]
    motor stimulation at two hertz up to two volts → motor stimulation at [2 Hz] up to [2 V]
    2 Hz and 1.0 volts → [2 Hz] and [1 V]
    two hertz at one point five volts → [2 Hz] at [1.5 V]
    impedance two hundred fifty to three hundred ohms → impedance [250 to 300 ohms]
    impedance was between two hundred and three hundred ohms → impedance was between [two hundred and three hundred ohms]
    impedance two eighty ohms → impedance [two eighty ohms]
    impedances of 300 ohms → impedances of [300 ohms]
    forty hertz three point five milliamps pulse width three hundred → [40 Hz] [3.5 mA] pulse width [300]
    fluoroscopy time thirty seconds → fluoroscopy time [30 seconds]
    fluoroscopy time one minute twelve seconds → fluoroscopy time [one minute] [12 seconds]
    the lesion was made at eighty degrees celsius → the lesion was made at [80 °C]
    fifteen to twenty degrees → [15 to 20 degrees]
    ten degrees caudal → [10 degrees] caudal
    straight leg raise positive at forty five degrees → straight leg raise positive at [45 degrees]
    a fifteen degree oblique view → a [15-degree] oblique view
    two centimeters lateral and one centimeter inferior → [2 cm] lateral and [1 cm] inferior
    one to two millimeters → [1 to 2 mm]
    loss of resistance at six centimeters → loss of resistance at [6 cm]
    loss of resistance at five point five cm → loss of resistance at [5.5 cm]
    blood pressure one twenty over eighty millimeters of mercury → blood pressure [120/80 mmHg]
    amplitude four point two milliamps → amplitude [4.2 mA]
    cefazolin two grams i v within sixty minutes → cefazolin [2 g] IV within [60 minutes]
    RF at eighty degrees for ninety seconds times two → RF at [80 degrees] for [90 seconds] times two
    two lesions at eighty degrees celsius for ninety seconds each → two lesions at [80 °C] for [90 seconds] each
    pulsed RF forty two degrees celsius one hundred twenty seconds twenty milliseconds two hertz forty five volts → pulsed RF [42 °C] [120 seconds] [20 ms] [2 Hz] [45 V]
    sensory fifty hertz point four volts → sensory [50 Hz] [0.4 V]
    at less than point five volts → at less than [0.5 V]
    impedance four hundred to five hundred ohms → impedance [400 to 500 ohms]
    point three minutes → [0.3 minutes]
    total time twelve minutes → total time [12 minutes]
  `,
  'doses and volumes': `
    lidocaine one percent three milliliters → lidocaine [1%] [3 mL]
    3 mL of 1% lidocaine → [3 mL] of [1%] lidocaine
    1 % lidocaine → [1%] lidocaine
    0.125% bupivacaine → [0.125%] bupivacaine
    point two percent ropivacaine → [0.2%] ropivacaine
    a quarter of a percent
    one and a half ccs → [1.5 mL]
    one half cc → one [half cc]
    0.5 cc of → [0.5 mL] of
    .5cc → [0.5 mL]
    1cc → [1 mL]
    1.0 cc → [1 mL]
    10.0 mg → [10 mg]
    dexamethasone 10 mg/mL → dexamethasone [10 mg/mL]
    dexamethasone 10mg/ml 1ml → dexamethasone [10 mg/mL] [1 mL]
    eighty milligrams of Depo Medrol → [80 mg] of Depo Medrol
    Kenalog 40 one milliliter → Kenalog [40 one milliliter]
    Kenalog forty one milliliter → Kenalog [forty one milliliter]
    Kenalog forty one cc → Kenalog [forty one cc]
    Omnipaque two forty
    Omnipaque 240 → Omnipaque [240]
    Omnipaque three hundred two milliliters → Omnipaque [three hundred two milliliters]
    Omnipaque 240 2 mL → Omnipaque [240 2 mL]
    Isovue-M 200 → Isovue-M [200]
    fentanyl fifty micrograms → fentanyl [50 mcg]
    fentanyl 50 mcg → fentanyl [50 mcg]
    cefazolin 2 grams → cefazolin [2 g]
    heparin five thousand units → heparin [5,000 units]
    5000 units of heparin → [5,000 units] of heparin
    toradol one fifteen milligrams → toradol [one fifteen milligrams]
    a hundred micrograms → a [hundred micrograms]
    a hundred and fifty micrograms → a [hundred and fifty micrograms]
    two hundred fifty milligrams → [250 mg]
    two fifty milligrams → [two fifty milligrams]
    percocet five slash three twenty five → percocet [five slash three twenty five]
    Norco 10/325 → Norco [10/325]
    one half tablet → one [half tablet]
    half tablet → [half tablet]
    two and a half milligrams → [2.5 mg]
    point one milligrams → [0.1 mg]
    forty milligrams and ten milligrams → [40 mg] and [10 mg]
    Two milliliters of 1% Lidocaine, preservative-free. → [2 mL] of [1%] Lidocaine, preservative-free.
    0.25 % Bupivacaine → [0.25%] Bupivacaine
    40 milligrams. Period → [40 mg].
    50-75 percent → [50-75%]
    one-percent lidocaine
    at Erb's point five milliliters was injected → at Erb's [point five milliliters] was injected
    motor point three milliliters → motor [point three milliliters]
    clonidine point one milligrams → clonidine [0.1 mg]
    nominal point five milligrams → nominal [point five milligrams]
    two hundred milligram tablets → [two hundred milligram] tablets
    dispense thirty five milligram tablets → dispense [thirty five milligram] tablets
    two thousand fifteen hundred units → [two thousand fifteen hundred units]
    in the postop period five milligrams → in the postop period [5 mg]
    between two and three milliliters → between two and [3 mL]
    one hundred and one milligram → [one hundred and one milligram]
    lactated ringers one thousand milliliters → lactated ringers [1,000 mL]
    a total of one milliliter at each of three levels → a total of [1 mL] at each of three levels
    two milliliters per level times three levels → [2 mL] per level times three levels
    hyaluronidase one hundred fifty units → hyaluronidase [150 units]
    baclofen two thousand micrograms per milliliter → baclofen [2,000 mcg/mL]
    two five hundred milligram tablets → [two five hundred milligram] tablets
    saturation ninety seven to ninety nine percent → saturation [97% to 99%]
    lidocaine 2% 1 mL → lidocaine [2%] [1 mL]
    ropivacaine zero point two percent two milliliters → ropivacaine [0.2%] [2 mL]
    bupivacaine point five one milliliter → bupivacaine [point five one milliliter]
    triamcinolone forty two milliliters → triamcinolone [forty two milliliters]
    Depo-Medrol eighty two cc → Depo-Medrol [eighty two cc]
    depo medrol forty one milliliter → depo medrol [forty one milliliter]
    depo medrol one hundred twenty milligrams → depo medrol [120 mg]
    dexamethasone ten one milliliter → dexamethasone [ten one milliliter]
    midazolam one point five milligrams → midazolam [1.5 mg]
    estimated blood loss less than five milliliters → estimated blood loss less than [5 mL]
    tizanidine four milligrams one half tablet → tizanidine [4 mg] one [half tablet]
    oxycodone five milligrams number sixty → oxycodone [5 mg] number [60]
    prednisone sixty fifty forty milligrams → prednisone [sixty fifty forty milligrams]
    botulinum toxin one fifty five units → botulinum toxin [one fifty five units]
    one hundred units in two milliliters → [100 units] in [2 mL]
    six hundred and fifty milligrams → [650 mg]
    fourteen milligrams → [14 mg]
    ninety milligrams → [90 mg]
    june two thousand five hundred milligrams → June [two thousand five hundred milligrams]
    on june twenty four milligrams were given → on June [twenty four milligrams] were given
    june twenty twenty milligrams → June [twenty twenty milligrams]
    december five twenty milligrams → December [five twenty milligrams]
    december twenty twenty two milligrams → December [twenty twenty two milligrams]
    april first two tablets → April first [2 tablets]
    may ten one hundred milligrams → may [ten one hundred milligrams]
    june 3 40 mg → June [3 40 mg]
    june 3 20 mg → June [3 20 mg]
    june 30 mg → June [30 mg]
    one two milliliters → [one two milliliters]
    two three milliliters → [two three milliliters]
    two and three milliliters → two and [3 mL]
    twenty two twenty five milligrams → [twenty two twenty five milligrams]
    ten two milliliters → [ten two milliliters]
    one hundred to two hundred milligrams → [100 to 200 mg]
    one hundred two hundred milligrams → [one hundred two hundred milligrams]
    a one to one mixture
    fifty fifty mixture
    epi 1 to 200000 → epi [1:200,000]
    take two fifty milligram tablets → take [two fifty milligram] tablets
    take two 50 mg tablets → take [two 50 mg] tablets
    two ten milligram tablets → [two ten milligram] tablets
    one ten milligram tablet → [one ten milligram] tablet
    three one hundred milligram capsules → [three one hundred milligram] capsules
    one forty milligram vial → [one forty milligram] vial
    two twenty milligram vials → [two twenty milligram] vials
    two vials of forty milligrams → two vials of [40 mg]
    a ten cc syringe → a [10 mL] syringe
    bupivacaine point five two milliliters → bupivacaine [point five two milliliters]
    bupivacaine point two five two milliliters → bupivacaine [point two five two milliliters]
  `,
  findings: `
    blood pressure one twenty over eighty → blood pressure [120/80]
    blood pressure one forty two over eighty eight → blood pressure [142/88]
    blood pressure ninety over sixty → blood pressure [90/60]
    blood pressure 120 over 80 → blood pressure [120/80]
    one twenty over eighty heart rate seventy two respirations sixteen → [120/80] heart rate [72] respirations [16]
    pulse seventy two beats per minute → pulse [72 beats per minute]
    heart rate 72 bpm → heart rate [72] bpm
    O2 sat ninety eight percent → O2 sat [98%]
    O two sat ninety eight percent on room air → O two sat [98%] on room air
    oxygen saturation ninety eight percent on two liters → oxygen saturation [98%] on [2 L]
    temp ninety eight six
    weight one hundred eighty pounds → weight [180 pounds]
    weight one eighty
    weight one eighty pounds → weight [one eighty pounds]
    BMI thirty two point four → BMI [32.4]
    pain seven out of ten → pain [7/10]
    pain is 7 out of 10 → pain is [7/10]
    pain eight to nine out of ten → pain [8-9/10]
    VAS seven
    seven over ten
    5 out of 5 strength
    strength five out of five
    four out of five strength
    motor five over five in all groups → motor [5/5] in all groups
    motor strength five by five
    2+ reflexes → [2+] reflexes
    reflexes two plus and symmetric
    one plus pitting edema → [1+] pitting edema
    deep tendon reflexes are two over four
    greater than eighty percent relief → greater than [80%] relief
    infused one hundred over thirty minutes → infused [100] over [30 minutes]
    five over five minutes → five over [5 minutes]
    INR one point one → INR [1.1]
    platelets two hundred fifty thousand → platelets [250,000]
    platelets two fifty
    one thirty over eighty five millimeters of mercury → [130/85 mmHg]
    pain four to five out of ten → pain [4-5/10]
    pain is 4 to 5 out of 10 → pain is [4-5/10]
  `,
  'times and dates': `
    ten fifteen AM → 10:15 AM
    10:15 AM
    10:15 am → 10:15 AM
    at 10 15 a m → at 10:15 AM
    ten o five a m → 10:05 AM
    ten hundred hours → [ten hundred hours]
    fourteen thirty hours → [fourteen thirty hours]
    thirteen hundred hours → [thirteen hundred hours]
    time in ten fifteen AM time out ten forty five AM → time in 10:15 AM time out 10:45 AM
    at 8 am → at 8 AM
    8am
    8:30am
    twelve p m → 12 PM
    zero eight hundred
    at eight I am
    two PM to four PM → 2 PM to 4 PM
    from two to four PM → from two to 4 PM
    between eight and ten AM → between eight and 10 AM
    every day at eight a m one tablet → every day at 8 AM [1 tablet]
    eight a m and eight p m → 8 AM and 8 PM
    born four five sixty two
    four slash five slash nineteen sixty two → 4/5/1962
    10/12/2026
    november twenty eight twenty twenty six → November 28, 2026
    november twenty eight → November 28
    may two
    since january twenty twenty → since January 2020
    january two thousand and nineteen → January 2019
    january of twenty twenty five → January of twenty twenty five
    june two thousand five → June 2005
    the third of march
    april first two thousand units → April first [2,000 units]
    april two thousand units → April [two thousand units]
    june 3 2026 → June 3, 2026
    take one two hours before → take [one two hours] before
    sixteen hundred
    eighteen hundred calories
    at sixteen hundred
    the patient may first try
    the patient may second guess
    on may first → on May 1
    in at ten fifteen a m out at ten forty a m → in at 10:15 AM out at 10:40 AM
    seen on november twenty eighth two thousand twenty six → seen on November 28, 2026
    DOB three slash four slash nineteen sixty two → DOB 3/4/1962
  `,
  'codes and numbers that are no amounts': `
    phone five five five one two three four
    555-1212
    phone 555-123-4567
    area code two one two five five five one two one two
    extension four two one seven
    M fifty four point one six → M54.16
    M54.16
    M 54.16 → M54.16
    M forty seven point eight one six → M47.816
    G ninety point five two two → G90.522
    sixty four four eighty three
    64483
    CPT 64493 64494
    modifier fifty → modifier 50
    modifier five zero
    lot number A B one two three four
    lot number one two three four five six
    ICD ten → ICD 10
    ICD 10
    MRN 123456
    phone number five five five one two one two
    fax two one two five five five one two one two
    M fifty four point four one → M54.41
    CPT six four four eight three and six four four eight four → CPT 64483 and six four four eight four
  `,
  'several meanings': `
    fourteen thirty
    March three
    one two three
    five by five
    four by fours
    two times two centimeters → two times [2 cm]
    five times a day
    times three days → times [3 days]
    x three
    take one four times a day
  `,
};
