/**
 * The number that a shop gives an order, as it is kept and compared: programs and people send the same one with blanks around it, with invisible signs, or
 * with accents in two characters. Capital letters stay, since shops tell them apart.
 */
export const orderNumber = (said: string): string =>
  said
    .normalize('NFC')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/[\p{Cf}\p{Cc}]/gu, '')
    .trim()
