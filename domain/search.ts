import { compactDocument, compactPhone, isCif, isNie, isNif } from './identifiers.ts'
import { parseEuros } from './money.ts'
import { searchTypes, type SearchType, type SpecifiedSearchType } from './searchTypes.ts'

export { searchTypes, type SearchType }

/**
 * Specification §5: order_id if 32 word characters; mail if it contains an at-sign and a dot;
 * otherwise name. The text is trimmed first.
 */
export function classifySearch(text: string): SpecifiedSearchType {
  const trimmed = text.trim()
  if (/^\w{32}$/.test(trimmed)) return 'order_id'
  return trimmed.includes('@') && trimmed.includes('.') ? 'mail' : 'name'
}

/** How a text is searched. `terms` must all match; each is normalised text, part of a word. */
export interface Search {
  type: SearchType
  /** The text in the form that its type is stored in: cents for an amount, nine digits for a phone. */
  value: string
  terms: string[]
}

interface Reader {
  /** Whether a text, already trimmed, looks like this type. */
  looks: (text: string) => boolean
  /** The text as values of this type are stored; empty when that cannot be. */
  write: (text: string) => string
}

const DOCUMENT_SHAPE = /^(?:(?:\d{8}|[KLMXYZ]\d{7})[A-Z]|[A-HJNP-SUVW]\d{7}[0-9A-J])$/i

const readers: Record<SearchType, Reader> = {
  order_id: { looks: (text) => classifySearch(text) === 'order_id', write: (text) => text },
  mail: { looks: (text) => classifySearch(text) === 'mail', write: (text) => text.toLowerCase() },
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

/** With separators only a right control character tells a document from an order number. */
function looksLikeDocument(text: string): boolean {
  const compact = compactDocument(text)
  return DOCUMENT_SHAPE.test(text) || isNif(compact) || isNie(compact) || isCif(compact)
}

function looksLikeAmount(text: string): boolean {
  return /[.,]\d{1,2}$|€$/.test(text) && parseEuros(text) !== null
}

function looksLikePhone(text: string): boolean {
  const compact = compactPhone(text)
  return /^[679]\d{8}$/.test(compact) || (/^\(?(?:\+|00)34/.test(text) && /^\d{9}$/.test(compact))
}

/**
 * Reads the search bar (our choice): internal id, mail, settlement reference, identity number,
 * amount with decimals or €, phone, order number (one word with a digit), else a name.
 * @param as reads the text as this type whatever it looks like; an amount that has no figures then
 *   has no value and no terms, and finds nothing
 */
export function readSearch(text: string, as?: SearchType): Search {
  const trimmed = text.trim()
  const type = as ?? searchTypes.find((candidate) => readers[candidate].looks(trimmed)) ?? 'name'
  const value = readers[type].write(trimmed)
  const terms = type === 'name' ? wordsOf(value) : [normaliseText(value)].filter((term) => term !== '')
  return { type, value, terms }
}

/**
 * A text as search sees it: lower case, without accents (ñ becomes n), compatibility forms spelt
 * out, spaces collapsed (our choice).
 */
export function normaliseText(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .trim()
}

/** The distinct normalised words of a text, separated by spaces or commas. */
function wordsOf(text: string): string[] {
  return [...new Set(normaliseText(text).split(/[\s,]+/))].filter((word) => word !== '')
}

/** How many grams of a term are asked of the index; the rest is left to the recheck (our choice). */
export const MAX_QUERY_GRAMS = 4

/**
 * The index entries of a text for one tenant: distinct signed 32-bit hashes of the tenant's key and
 * each trigram inside each word. A part of a word has a subset of the word's grams; words shorter
 * than three letters have none. Different texts may share a hash, so a match is rechecked.
 */
export function grams(tenantKey: string, text: string): number[] {
  const seed = hash(FNV_OFFSET, tenantKey)
  const found = new Set<number>()
  for (const word of wordsOf(text)) {
    for (let start = 0; start + 3 <= word.length; start += 1) found.add(mix(hash(seed, word.slice(start, start + 3))))
  }
  return [...found]
}

/**
 * At most {@link MAX_QUERY_GRAMS} grams of a search term, spread over its length. Of an order number its longest run of
 * figures, because the letters before it stand in every order of the shop.
 */
export function queryGrams(tenantKey: string, term: string): number[] {
  const figures = (term.match(/\d{5,}/g) ?? []).toSorted((a, b) => b.length - a.length)[0]
  const all = grams(tenantKey, figures ?? term)
  if (all.length <= MAX_QUERY_GRAMS) return all
  const step = (all.length - 1) / (MAX_QUERY_GRAMS - 1)
  return Array.from({ length: MAX_QUERY_GRAMS }, (_, index) => all[Math.round(index * step)] ?? 0)
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
