/** A value of a PDF file (ISO 32000-1, 7.3). Bytes are one character each, as read by latin1. */
export type PdfValue = number | boolean | null | PdfBytes | PdfName | PdfRef | PdfWord | PdfList | PdfDict
export type PdfBytes = { bytes: string }
export type PdfName = { name: string }
export type PdfRef = { ref: number }
/** An operator of a page, or a word that belongs to the file's own grammar. */
export type PdfWord = { word: string }
export type PdfList = { list: PdfValue[] }
export type PdfDict = { dict: Map<string, PdfValue> }

/** Dictionaries and lists inside each other: a file made to be slow is given up. */
const deepest = 40
const blank = '\0\t\n\f\r '
const ends = `${blank}()<>[]{}/%`

const escapes: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' }

/** Reads the values of a piece of PDF one after the other. */
export class PdfTokens {
  readonly #text: string
  /** Where the next value begins. */
  at: number

  constructor(text: string, at = 0) {
    this.#text = text
    this.at = at
  }

  /** The next value; undefined at the end, and at a bracket that closes. Two numbers and an `R` are a reference. */
  next(depth = 0): PdfValue | undefined {
    this.#skip()
    const char = this.#text[this.at]
    if (char === undefined || depth > deepest) return undefined
    if (char === '/') return { name: this.#name() }
    if (char === '(') return { bytes: this.#literal() }
    if (char === '<') return this.#text[this.at + 1] === '<' ? this.#dict(depth) : { bytes: this.#hex() }
    if (char === '[') return this.#list(depth)
    if (char === ']' || char === '>' || char === ')') {
      this.at += 1
      return undefined
    }
    if (char === '{' || char === '}') {
      this.at += 1
      return { word: char }
    }
    return this.#plain()
  }

  /** Whether nothing is left. */
  get ended(): boolean {
    this.#skip()
    return this.at >= this.#text.length
  }

  #skip(): void {
    for (;;) {
      while (blank.includes(this.#text[this.at] ?? 'x')) this.at += 1
      if (this.#text[this.at] !== '%') return
      while (this.at < this.#text.length && !'\n\r'.includes(this.#text[this.at] ?? '\n')) this.at += 1
    }
  }

  #regular(): string {
    const from = this.at
    while (this.at < this.#text.length && !ends.includes(this.#text[this.at] ?? ' ')) this.at += 1
    return this.#text.slice(from, this.at)
  }

  #name(): string {
    this.at += 1
    return this.#regular().replace(/#([\dA-Fa-f]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  }

  #plain(): PdfValue {
    const word = this.#regular()
    if (word === '') this.at += 1
    if (word === 'true' || word === 'false') return word === 'true'
    if (word === 'null') return null
    if (!/^[+-]?(?:\d+\.?\d*|\.\d+)$/.test(word)) return { word }
    if (/^\d+$/.test(word)) {
      const rest = /^[\0\t\n\f\r ]+\d+[\0\t\n\f\r ]+R(?![A-Za-z])/.exec(this.#text.slice(this.at, this.at + 24))
      if (rest) {
        this.at += rest[0].length
        return { ref: Number(word) }
      }
    }
    return Number(word)
  }

  #literal(): string {
    let depth = 0
    let out = ''
    for (; this.at < this.#text.length; this.at += 1) {
      const char = this.#text[this.at] ?? ''
      if (char === '\\') out += this.#escape()
      else if (char === ')' && (depth -= 1) === 0) break
      else if (char !== '(' || (depth += 1) > 1) out += char
    }
    this.at += 1
    return out
  }

  /** What stands behind a backslash; stays on its last character. */
  #escape(): string {
    const octal = /^[0-7]{1,3}/.exec(this.#text.slice(this.at + 1, this.at + 4))?.[0]
    if (octal !== undefined) {
      this.at += octal.length
      return String.fromCharCode(Number.parseInt(octal, 8) % 256)
    }
    this.at += 1
    const char = this.#text[this.at] ?? ''
    if (char === '\r' && this.#text[this.at + 1] === '\n') this.at += 1
    return char === '\n' || char === '\r' ? '' : (escapes[char] ?? char)
  }

  #hex(): string {
    const end = this.#text.indexOf('>', this.at)
    const digits = this.#text.slice(this.at + 1, end < 0 ? undefined : end).replace(/[^\dA-Fa-f]/g, '')
    this.at = end < 0 ? this.#text.length : end + 1
    return (digits.match(/../g) ?? []).map((pair) => String.fromCharCode(Number.parseInt(pair, 16))).join('')
  }

  #list(depth: number): PdfList {
    this.at += 1
    const list: PdfValue[] = []
    for (let value = this.next(depth + 1); value !== undefined; value = this.next(depth + 1)) list.push(value)
    return { list }
  }

  #dict(depth: number): PdfDict {
    this.at += 2
    const dict = new Map<string, PdfValue>()
    for (let key = this.next(depth + 1); isName(key); key = this.next(depth + 1)) {
      const value = this.next(depth + 1)
      if (value !== undefined) dict.set(key.name, value)
    }
    if (this.#text[this.at] === '>') this.at += 1
    return { dict }
  }
}

type Maybe = PdfValue | undefined
const has = <K extends string>(value: Maybe, key: K): value is Extract<PdfValue, Record<K, unknown>> =>
  typeof value === 'object' && value !== null && key in value
export const isName = (value: Maybe): value is PdfName => has(value, 'name')
export const isBytes = (value: Maybe): value is PdfBytes => has(value, 'bytes')
export const isRef = (value: Maybe): value is PdfRef => has(value, 'ref')
export const isWord = (value: Maybe): value is PdfWord => has(value, 'word')
export const isList = (value: Maybe): value is PdfList => has(value, 'list')
export const isDict = (value: Maybe): value is PdfDict => has(value, 'dict')
