/**
 * The normalised form of a shop's order number: programs and people send the same one with surrounding blanks, invisible characters or decomposed accents.
 * Case is significant.
 */
export const orderNumber = (value: string): string =>
  value
    .normalize('NFC')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/[\p{Cf}\p{Cc}]/gu, '')
    .trim()
