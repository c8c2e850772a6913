const INVISIBLE = /[\p{Cf}\p{Cc}\p{Variation_Selector}\u034f\u115f\u1160\u17b4\u17b5\u3164\uffa0]/gu

/** A text without what nobody sees: zero-width and direction marks, soft hyphens, byte order marks, controls. Line ends and tabs become blanks. */
export const withoutInvisible = (text: string): string => text.replace(/[\t\r\n\u0085]/g, ' ').replace(INVISIBLE, '')

/**
 * An identifier as it was meant, however it was pasted: compatibility forms (full-width letters and figures, ligatures) spelt out, nothing
 * invisible, every kind of blank a plain one, none around it. Every field that holds a number, an address or a code is read through it.
 */
export const plainText = (text: string): string => withoutInvisible(text.normalize('NFKC')).replace(/\s+/g, ' ').trim()
