const INVISIBLE = /[\p{Cf}\p{Cc}\p{Variation_Selector}\u034f\u115f\u1160\u17b4\u17b5\u3164\uffa0]/gu

/** A text without invisible characters: zero-width and direction marks, soft hyphens, byte order marks, controls. Line ends and tabs become spaces. */
export const withoutInvisible = (text: string): string => text.replace(/[\t\r\n\u0085]/g, ' ').replace(INVISIBLE, '')

/**
 * Normalises a pasted identifier: compatibility forms (full-width letters and digits, ligatures) replaced, invisible characters removed, every kind of
 * white space replaced by a space, and trimmed. Applied to every field for a number, address or code.
 */
export const plainText = (text: string): string => withoutInvisible(text.normalize('NFKC')).replace(/\s+/g, ' ').trim()
