/** A text as searches compare it: in lower case and without accents. */
export const plainText = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').replaceAll('’', "'").toLowerCase()
