import { withoutMisleading } from '#domain/platform/direction'

/** What the standard fonts of PDF can show beyond Latin-1 (WinAnsi). */
const beyond = new Set('€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ')
/** Letters of Europe that are no letter with an accent. */
const letters: Record<string, string> = {
  '−': '-',
  ł: 'l',
  Ł: 'L',
  đ: 'd',
  Đ: 'D',
  ı: 'i',
  ħ: 'h',
  Ħ: 'H',
  ŋ: 'n',
  Ŋ: 'N',
  ŧ: 't',
  Ŧ: 'T',
  '\u00a0': '\u00a0',
}

const shown = (sign: string) => {
  const code = sign.codePointAt(0) ?? 0
  return (code >= 0x20 && code <= 0x7e) || (code >= 0xa0 && code <= 0xff) || beyond.has(sign)
}

/** A text in the signs that PDF's standard fonts have: others lose their accents, or become a question mark if that is not enough; marks of direction are left out. */
export function winAnsi(text: string): string {
  return [...withoutMisleading(text).normalize('NFC')]
    .map((sign) => {
      if (shown(sign)) return sign
      const plain = letters[sign] ?? sign.normalize('NFD').replace(/\p{M}/gu, '')
      return plain === '' || [...plain].every(shown) ? plain : '?'
    })
    .join('')
}
