/**
 * The normalised form of a shop's order number: programs and people send the same one with surrounding blanks, invisible characters or decomposed accents.
 * Case is significant.
 */
export const orderNumber = (said: string): string =>
  said
    .normalize('NFC')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/[\p{Cf}\p{Cc}]/gu, '')
    .trim()
