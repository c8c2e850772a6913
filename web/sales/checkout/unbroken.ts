/** A masked number in a sentence, which no end of a line breaks: `6•• ••• 258`. */
export const unbroken = (masked: string): string => masked.replaceAll(' ', '\u00a0')
