import { tidyEmail } from '../../platform/emailAddress.ts'
import { compactDocument, compactPhone, isCif, isNie, isNif } from '../../platform/identifiers.ts'
import { parseEuros } from '../../platform/readAmount.ts'
import { plainText } from '../../platform/plainText.ts'
import { searchTypes, type SearchType, type SpecifiedSearchType } from './searchTypes.ts'

export { searchTypes, type SearchType }

/**
 * The type of a search for analytics: order_id for 32 word characters; mail when it contains an at-sign and a dot; otherwise name. The text is trimmed first.
 */
export function classifySearch(text: string): SpecifiedSearchType {
  const trimmed = text.trim()
  if (/^\w{32}$/.test(trimmed)) return 'order_id'
  return trimmed.includes('@') && trimmed.includes('.') ? 'mail' : 'name'
}

/** A parsed search. All `terms` must match; each is normalised text, a substring of a word. */
export interface Search {
  type: SearchType
  /** The text as this type is stored: cents for an amount, nine digits for a phone. */
  value: string
  terms: string[]
}

interface Reader {
  /** Whether a text, already trimmed, looks like this type. */
  looks: (text: string) => boolean
  /** The text as values of this type are stored; empty when impossible. */
  write: (text: string) => string
}

const DOCUMENT_SHAPE = /^(?:(?:\d{8}|[KLMXYZ]\d{7})[A-Z]|[A-HJNP-SUVW]\d{7}[0-9A-J])$/i

const readers: Record<SearchType, Reader> = {
  order_id: { looks: (text) => classifySearch(text) === 'order_id', write: (text) => text },
  mail: { looks: (text) => classifySearch(text) === 'mail', write: tidyEmail },
  settlement: { looks: (text) => /^LIQ-\d{4}-\d{6}$/i.test(text), write: (text) => text.toUpperCase() },
  document: { looks: looksLikeDocument, write: compactDocument },
  amount: { looks: looksLikeAmount, write: (text) => parseEuros(text)?.toString() ?? '' },
  phone: { looks: looksLikePhone, write: compactPhone },
  order_number: {
    looks: (text) => /^#?(?=\D*\d)[\p{L}\p{N}][\p{L}\p{N}_/.-]{0,63}$/u.test(text),
    write: (text) => text.replace(/^#/, ''),
  },
  name: { looks: () => true, write: (text) => text },
}

/** With separators, only a valid control character distinguishes a document from an order number. */
function looksLikeDocument(text: string): boolean {
  const compact = compactDocument(text)
  return DOCUMENT_SHAPE.test(text) || isNif(compact) || isNie(compact) || isCif(compact)
}

/** An amount has decimals or a currency sign; digits with a leading 0 are an identifier. */
function looksLikeAmount(text: string): boolean {
  return /[.,'\u2019]\d{1,2}$|€|eur/i.test(text) && !/^0\d/.test(text) && parseEuros(text) !== null
}

function looksLikePhone(text: string): boolean {
  const compact = compactPhone(text)
  return /^[679]\d{8}$/.test(compact) || (/^\(?(?:\+|00)34/.test(text) && /^\d{9}$/.test(compact))
}

/**
 * Parses the search bar: internal id, mail, settlement reference, identity number, amount with decimals or €, phone, order number (one word with a digit),
 * else a name.
 * @param as the type to parse the text as, whatever it looks like; an amount without digits then has no value and no terms, and matches nothing
 */
export function readSearch(text: string, as?: SearchType): Search {
  const plain = plainText(text)
  const type = as ?? searchTypes.find((candidate) => readers[candidate].looks(plain)) ?? 'name'
  const value = readers[type].write(type === 'name' || type === 'order_number' ? text.trim() : plain)
  const terms = type === 'name' ? wordsOf(value) : [normaliseText(value)].filter((term) => term !== '')
  return { type, value, terms }
}

/**
 * Characters with several variants of the same meaning, each with its normalised form. The first of a pair may be several characters, the second is one or
 * more. The server normalises in SQL by the same list.
 */
export const searchFolds: readonly (readonly [signs: string, one: string])[] = [
  ['\u2018\u2019\u201b\u02b9\u02bb\u02bc\u2032\u00b4\u0060', "'"],
  ['\u2010\u2011\u2012\u2013\u2014\u2015\u2212', '-'],
]
/** Letters without a canonical decomposition, in lower case, and their plain form. */
export const searchAlphabet: readonly (readonly [letters: string, plain: string])[] = [
  ['\u00e6', 'ae'],
  ['\u0153', 'oe'],
  ['\u00df', 'ss'],
  ['\u00fe', 'th'],
  ['\u00f8', 'o'],
  ['\u0142', 'l'],
  ['\u0111\u00f0', 'd'],
  ['\u0131', 'i'],
]
/** Invisible characters, as the inside of a character class that regular expressions of JavaScript and PostgreSQL read alike. */
export const searchInvisible =
  '\\u00ad\\u034f\\u061c\\u115f\\u1160\\u180e\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u206f\\u3164\\ufe00-\\ufe0f\\ufeff\\uffa0\\ufff9-\\ufffb'
const INVISIBLE = new RegExp(`[${searchInvisible}]`, 'g')
const ONE_OF = new Map([...searchFolds, ...searchAlphabet].flatMap(([signs, one]) => [...signs].map((sign) => [sign, one] as const)))
const FOLDED = new RegExp(`[${searchFolds.map(([signs]) => signs).join('')}]`, 'g')
const LETTER = new RegExp(`[${searchAlphabet.map(([letters]) => letters).join('')}]`, 'g')

/**
 * A text normalised for search, in the index and in the query: lower case, without accents (ñ becomes n), compatibility forms and ligatures decomposed, one
 * kind of apostrophe and dash, no invisible characters, whitespace collapsed: people and phones write the same text in different ways.
 */
export function normaliseText(text: string): string {
  const oneOf = (sign: string) => ONE_OF.get(sign) ?? sign
  return text
    .replace(INVISIBLE, '')
    .replace(FOLDED, oneOf)
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(LETTER, oneOf)
    .replace(/\s+/g, ' ')
    .trim()
}

/** The distinct normalised words of a text, separated by spaces or commas. */
function wordsOf(text: string): string[] {
  return [...new Set(normaliseText(text).split(/[\s,]+/))].filter((word) => word !== '')
}

/** Maximum trigrams of a term used in an index query; the recheck covers the rest. */
export const MAX_QUERY_TRIGRAMS = 4

/**
 * The index entries of a text for one tenant: distinct signed 32-bit hashes of the tenant's key and each trigram of each word. A substring of a word has a
 * subset of the word's trigrams; words shorter than three letters have none. Different texts may share a hash, so a match is rechecked.
 */
export function trigrams(tenantKey: string, text: string): number[] {
  const seed = hash(FNV_OFFSET, tenantKey)
  const hashes = new Set<number>()
  for (const word of wordsOf(text)) {
    for (let start = 0; start + 3 <= word.length; start += 1) hashes.add(mix(hash(seed, word.slice(start, start + 3))))
  }
  return [...hashes]
}

/**
 * At most {@link MAX_QUERY_TRIGRAMS} trigrams of a search term, spread over its length. Of an order number, those of its longest run of digits, because the
 * prefix is the same in every order of the shop.
 */
export function queryTrigrams(tenantKey: string, term: string): number[] {
  const figures = (term.match(/\d{5,}/g) ?? []).toSorted((a, b) => b.length - a.length)[0]
  const all = trigrams(tenantKey, figures ?? term)
  if (all.length <= MAX_QUERY_TRIGRAMS) return all
  const step = (all.length - 1) / (MAX_QUERY_TRIGRAMS - 1)
  return Array.from({ length: MAX_QUERY_TRIGRAMS }, (_, index) => all[Math.round(index * step)] ?? 0)
}

const FNV_OFFSET = 0x811c9dc5
const FNV_PRIME = 0x01000193

/** FNV-1a over UTF-16 code units, continued from `seed`. */
function hash(seed: number, text: string): number {
  let state = seed
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index)
    state = Math.imul(state ^ (unit & 0xff), FNV_PRIME)
    state = Math.imul(state ^ (unit >>> 8), FNV_PRIME)
  }
  return state
}

/** The finaliser of MurmurHash3: every input bit reaches every output bit. */
function mix(state: number): number {
  let mixed = Math.imul(state ^ (state >>> 16), 0x85ebca6b)
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35)
  return (mixed ^ (mixed >>> 16)) | 0
}
