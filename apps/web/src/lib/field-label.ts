/** Formats a field name: "dateOfBirth" becomes "Date Of Birth". Abbreviations are in capitals. */
export function fieldLabel(field: string): string {
  const words = field.replaceAll(/([a-z\d])([A-Z])/g, '$1 $2').replaceAll(/[_.]/g, ' ');
  return words
    .replaceAll(/\b[a-z]/g, (letter) => letter.toUpperCase())
    .replaceAll(/\b(Ip|Ssn|Id)\b/g, (word) => word.toUpperCase());
}
