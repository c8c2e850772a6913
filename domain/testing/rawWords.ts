/** Words of states and kinds that programs use, and none of which is a word of the five languages of the screens. */
const codes = `
  accepted active answered approved booked cancelled captured closed compensated completed confirmed customer daily
  declined delivered disabled dismissed disputed draft duplicated enabled enterprise expired failed finished guest held
  issued lapsed merchant monthly order overdue owner paid paused payment pending processing queued ready rectified
  rectifying refund refunded refused rejected repayment returned revoked scheduled settled settlement staff stopped
  suspended transfer undone weekly withdrawn yes
`
  .trim()
  .split(/\s+/)

const kinds: readonly (readonly [kind: string, pattern: RegExp])[] = [
  ['an id', /\b[0-9a-f]{8}-?(?:[0-9a-f]{4}-?){3}[0-9a-f]{12}\b/gi],
  ['a day of a program', /(?<![\w-])\d{4}-\d{2}-\d{2}(?:T[\d:.]+Z?)?(?![\w-])/g],
  ['a code', /(?<![\w./@-])[a-z]+(?:_[a-z]+|_\d)+(?![\w/@-])/g],
  ['a name of the code', /(?<![\w./@-])(?!i(?:OS|Pad|Phone))(?=\w{6})[a-z]+[a-z\d]*[A-Z][A-Za-z\d]*(?![\w/@-])/g],
  ['a key of a message', /(?<![\w./@-])[a-z]+\.(?:[a-z]+\.)*[a-z]+[A-Z]\w*(?![\w/@-])/g],
  ['no value', /(?<![\p{L}\w])(?:true|false|null|undefined|NaN|Invalid Date|\[object \w+\])(?![\p{L}\w])/gu],
  ['an English word', new RegExp(`(?<![\\p{L}\\w./@-])(?:${codes.join('|')})(?![\\p{L}\\w/@-]|\\.\\w)`, 'gu')],
]

/**
 * What of a text that people read is in the words of programs: codes, ids, days such as 2026-11-28, names of the code, values without
 * words. Addresses on the web and of e-mail may contain anything.
 * @returns each with its kind, once
 */
export function rawWords(text: string): string[] {
  const plain = text.replaceAll(/\b(?:https?:\/\/|www\.)\S+|\S+@\S+/g, ' ')
  const found = kinds.flatMap(([kind, pattern]) => [...plain.matchAll(pattern)].map(([word]) => `${kind}: ${word}`))
  return [...new Set(found)]
}
