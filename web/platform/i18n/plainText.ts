/** A text as searches compare it: in lower case, without accents and with one kind of apostrophe. */
export const plainText = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').replaceAll('’', "'").toLowerCase()
