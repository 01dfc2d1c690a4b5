/** An invented person of a former system. Dates are YYYY-MM-DD, numbers have digits only, and blank means none. */
export interface Person {
  readonly mrn: string;
  readonly first: string;
  readonly middle: string;
  readonly last: string;
  readonly suffix: string;
  readonly born: string;
  readonly sex: 'Male' | 'Female' | '';
  readonly ssn: string;
  readonly street: string;
  readonly unit: string;
  readonly city: string;
  readonly state: string;
  readonly zip: string;
  readonly home: string;
  readonly mobile: string;
  readonly email: string;
  readonly payer: string;
  readonly policy: string;
  readonly secondPayer: string;
  readonly isActive: boolean;
  readonly died: string;
}

const NAMES = [
  'mrn',
  'first',
  'middle',
  'last',
  'suffix',
  'born',
  'sex',
  'ssn',
  'street',
  'unit',
  'city',
  'state',
  'zip',
  'home',
  'mobile',
  'email',
  'payer',
  'policy',
  'secondPayer',
  'life',
] as const;

/** Names that look like degrees, generations and formulas, ZIP codes with a leading zero, families with one phone, and the dead. */
const TABLE = `
00012|Linh||Do||1961-02-03|Female|123-45-6780|12 Main St|Apt 4|Baltimore|MD|21201|4105550112|4105550113|linh.do@example.com|Blue Cross|XYZ00123|Aetna|active
100245|Thomas|J|Pa||1958-11-30|Male||7 Elm Ave||Towson|MD|21204|4105550114|||Medicare|1EG4-TE5-MK73||active
00345|Kumar|S|V||1974-07-21|Male|219-09-9991|99 Oak Rd|Unit 2B|Boston|MA|02134|6175550115|6175550116|kumar@example.com|Cigna|U00098||active
4|Ana Maria||de la Cruz||1990-12-09|Female||5 Río Vista||Houston|TX|77002-1234|||ana.maria@example.com||||active
512|Patrick|Aloysius|O'Brien|Jr|1949-03-04|Male|523-11-0042|1 Harbor Ct||Annapolis|MD|21401|4105550117|||Medicare|2AB3-CD4-EF56|Tricare|dead 2024-01-15
613|Patrick||O'Brien|III|1979-03-04|Male||1 Harbor Ct||Annapolis|MD|21401|4105550117|4105550118|pat3@example.com|Aetna|W123456789||active
A-77|Zoë|Renée|Núñez-Smith||1985-05-05|Female|||||||||zoe@example.com||||inactive
808|Wei||Wang||2001-10-11|Male||88 Canal St|5F|New York|NY|10013||2125550119||UnitedHealthcare|900000001||active
909|Mary Jo|B|St. Clair||1968-08-08|Female|401-22-3344|40 "B" Street||Denver|CO|80202|3035550120||mj@example.com|Kaiser, Permanente|KP-1||active
1010|Jean-Luc||Baptiste||1955-01-31|Male||3 Rue St||New Orleans|LA|70112|5045550121|||Medicaid|0007||inactive
1111|Md||Khan||1988-06-15|Male||12 Lake Dr||Detroit|MI|48201||3135550122|||||active
1212|Sun|Hee|Kim||1977-09-19|Female||400 Peach St||Atlanta|GA|30303|4045550123|4045550124|sunhee@example.com|Humana|H1234|Medicare|active
1313|John|Q|Public|Sr|1938-04-17|Male|078-05-1121|10 First St||Hartford|CT|06103|8605550125|||Medicare|3GH4-JK5-LM67||dead 2023-12-31
1414|Aaliyah||Washington||2015-02-28|Female||6 Pine St|#3|Newark|NJ|07102|9735550126|||NJ FamilyCare|FC0042||active
1515|Li||Ng||1999-12-31|Female||77 Hill St||Seattle|WA|98101||2065550127|li.ng@example.com|Premera|PR-0099||active
1616|Bartholomew|Xavier|Featherstonehaugh-Cholmondeley||1944-10-10|Male||1 Very Long Street Name Boulevard||Portland|OR|97201|5035550128||||||active
1717|Guadalupe||Hernández||1970-01-01|Female||5 Sol St||El Paso|TX|79901|9155550129||lupe@example.com|Molina|M-1||active
1818|Dakota|R|Whitehorse||1996-06-06|||2 Mesa Rd||Albuquerque|NM|87102|5055550130||dakota@example.com||||active
1919|Ruth||Greenbaum||1931-05-20|Female|545-33-1212|9 Park Ln||Miami|FL|33101|3055550131|||Medicare|4NP5-QR6-ST78|AARP|dead 2020-02-29
2020|Sam||Null||1983-03-30|Male||1 Void Way||Phoenix|AZ|85001|6025550132||||||active
`;

/** Twenty invented people. */
export const PEOPLE: readonly Person[] = TABLE.trim()
  .split('\n')
  .map((line) => {
    const cells = line.split('|');
    const text = (name: (typeof NAMES)[number]) => cells[NAMES.indexOf(name)] ?? '';
    const life = cells.at(-1) ?? '';
    const sex = text('sex');
    return {
      mrn: text('mrn'),
      first: text('first'),
      middle: text('middle'),
      last: text('last'),
      suffix: text('suffix'),
      born: text('born'),
      sex: sex === 'Male' || sex === 'Female' ? sex : '',
      ssn: text('ssn').replaceAll('-', ''),
      street: text('street'),
      unit: text('unit'),
      city: text('city'),
      state: text('state'),
      zip: text('zip'),
      home: text('home'),
      mobile: text('mobile'),
      email: text('email'),
      payer: text('payer'),
      policy: text('policy'),
      secondPayer: text('secondPayer'),
      isActive: life === 'active',
      died: life.startsWith('dead ') ? life.slice(5) : '',
    };
  });
