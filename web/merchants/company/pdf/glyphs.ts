/** Characters of PDF's own encodings where they differ from latin1 (ISO 32000-1, annex D). */
export const winAnsi: Readonly<Record<number, string>> = Object.fromEntries(
  [...'€\u0000‚ƒ„…†‡ˆ‰Š‹Œ\u0000Ž\u0000\u0000‘’“”•–—˜™š›œ\u0000žŸ'].map((char, at) => [0x80 + at, char]),
)
export const macRoman: Readonly<Record<number, string>> = Object.fromEntries(
  [
    ...'ÄÅÇÉÑÖÜáàâäãåçéèêëíìîïñóòôöõúùûü†°¢£§•¶ß®©™´¨≠ÆØ∞±≤≥¥µ∂∑∏π∫ªºΩæø¿¡¬√ƒ≈∆«»… ÀÃÕŒœ–—“”‘’÷◊ÿŸ⁄€‹›ﬁﬂ‡·‚„‰ÂÊÁËÈÍÎÏÌÓÔ\u0000ÒÚÛÙıˆ˜¯˘˙˚¸˝˛ˇ',
  ].map((char, at) => [0x80 + at, char]),
)

const words: Readonly<Record<string, string>> = {
  space: ' ',
  nbspace: ' ',
  exclam: '!',
  quotedbl: '"',
  numbersign: '#',
  dollar: '$',
  percent: '%',
  ampersand: '&',
  quotesingle: "'",
  parenleft: '(',
  parenright: ')',
  asterisk: '*',
  plus: '+',
  comma: ',',
  hyphen: '-',
  minus: '-',
  period: '.',
  slash: '/',
  zero: '0',
  one: '1',
  two: '2',
  three: '3',
  four: '4',
  five: '5',
  six: '6',
  seven: '7',
  eight: '8',
  nine: '9',
  colon: ':',
  semicolon: ';',
  less: '<',
  equal: '=',
  greater: '>',
  question: '?',
  at: '@',
  underscore: '_',
  bracketleft: '[',
  bracketright: ']',
  braceleft: '{',
  braceright: '}',
  bar: '|',
  endash: '–',
  emdash: '—',
  bullet: '•',
  quoteleft: '‘',
  quoteright: '’',
  quotedblleft: '“',
  quotedblright: '”',
  ellipsis: '…',
  Euro: '€',
  ordfeminine: 'ª',
  ordmasculine: 'º',
  degree: '°',
  exclamdown: '¡',
  questiondown: '¿',
  periodcentered: '·',
  guillemotleft: '«',
  guillemotright: '»',
  fi: 'fi',
  fl: 'fl',
  dotlessi: 'ı',
}
const accents: Readonly<Record<string, string>> = {
  acute: '\u0301',
  grave: '\u0300',
  circumflex: '\u0302',
  dieresis: '\u0308',
  tilde: '\u0303',
  cedilla: '\u0327',
  caron: '\u030C',
  ring: '\u030A',
}

/** The character that a glyph's name stands for (Adobe's list, as far as Spanish needs it); undefined for any other. */
export function glyphText(name: string): string | undefined {
  if (/^[A-Za-z]$/.test(name)) return name
  if (Object.hasOwn(words, name)) return words[name]
  const code = /^(?:uni([\dA-F]{4})|u([\dA-F]{4,6}))$/.exec(name)
  if (code) return String.fromCodePoint(Math.min(0x10ffff, Number.parseInt(code[1] ?? code[2] ?? '20', 16)))
  const [, letter = '', accent = ''] = /^([A-Za-z])([a-z]+)$/.exec(name) ?? []
  return Object.hasOwn(accents, accent) ? `${letter}${accents[accent]}`.normalize('NFC') : undefined
}
