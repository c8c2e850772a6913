/** Letters of the GSM 7-bit alphabet (3GPP TS 23.038) that Spanish texts use; each costs one place. */
const basic = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
)
/** Letters that cost two places. */
const extended = new Set('^{}\\[~]|€')

/** Places of one message; a longer text is sent in parts, which cost each and may arrive apart. */
export const SMS_PLACES = 160

const replacements: Readonly<Record<string, string>> = { '«': '"', '»': '"', '“': '"', '”': '"', '’': "'", '–': '-', '—': '-', '…': '...', '·': '-' }

/**
 * A text in letters that every phone shows and that do not halve the room of a message: accents that the alphabet lacks go (á becomes a; é
 * and ñ stay), other strange letters become a question mark.
 */
export function toGsm7(text: string): string {
  return [...text.normalize('NFC')].map(letterOf).join('')
}

function letterOf(letter: string): string {
  if (basic.has(letter) || extended.has(letter)) return letter
  if (/\s/.test(letter)) return ' '
  const known = replacements[letter]
  if (known !== undefined) return known
  const bare = letter.normalize('NFD').replace(/\p{M}+/gu, '')
  return [...bare].every((one) => basic.has(one)) && bare !== '' ? bare : '?'
}

/** Places that a text of this alphabet takes. */
export const gsm7Places = (text: string): number => [...text].reduce((sum, letter) => sum + (extended.has(letter) ? 2 : 1), 0)
