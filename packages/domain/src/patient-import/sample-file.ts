import { csvDocument } from '../csv.ts';

const ROWS = `
Former MRN|Last Name|First Name|Middle Name|Suffix|Date of Birth|Gender|Social Security Number|Address|Address Line 2|City|State|ZIP|Phone|Email|Insurance|Insurance Policy Number|Status|Date of Death
S-1001|Sample|Maria|Elena||03/14/1958|Female||12 Orchard Lane|Apt 4|Springfield|IL|62704|(217) 555-0101|maria.sample@example.org|Sample Health Plan|SHP-004512|Active|
S-1002|O'Example|Patrick|J|Jr.|11/02/1971|Male||480 Harbor Street||Portland|ME|04101|(207) 555-0102 ext. 12||Example Mutual|EM 77-210|Active|
S-1003|Núñez Muster|José|||07/25/1990|Male||9 Canyon Road||Santa Fe|NM|87501-1234|505-555-0103|jose.muster@example.org|||Active|
S-1004|Demo|Anh|Thi||12/30/2015|Female||77 Maple Avenue|Unit B|Saint Paul|MN|55102|651.555.0104||Sample Health Plan|SHP-009981|Active|
S-1005|Pattern|Kim|||02/29/1984|Other|||||||(303) 555-0105||||Inactive|
S-1006|Specimen|Harold|W||08/19/1936|Male||5 Elm Court||Dayton|OH|45402|||Medicare|1AB2-CD3-EF45|Inactive|04/02/2024
`;

/** A CSV file of invented patients that is imported without a question. It shows how columns can be named. */
export const SAMPLE_FILE: string = csvDocument(
  ROWS.trim()
    .split('\n')
    .map((row) => row.split('|')),
);
export const SAMPLE_FILE_NAME = 'sample-patients.csv';
