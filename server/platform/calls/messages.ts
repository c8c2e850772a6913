import { AsyncLocalStorage } from 'node:async_hooks'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { actionWords } from '#contract/actions'
import { firstAccepted, languages, type Language } from '#domain/platform/languages'
import { fillSentence, type Message } from '#domain/platform/sentence'
import { wordGaps } from '#domain/platform/wordGaps'

/** The same message files that the web app uses, read once at start. */
const folder = join(import.meta.dirname, '../../../messages')
type Values = Record<string, string | number>
type Catalogue = Record<string, Message>

const names = [
  ...readdirSync(join(folder, 'es'), { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.json')),
  'platform/actions.json',
]
const readCatalogue = (language: Language): Catalogue =>
  Object.assign(
    {},
    ...names
      .map((name) => join(folder, language, name))
      .filter((path) => existsSync(path))
      .map((path) => JSON.parse(readFileSync(path, 'utf8')) as object),
  ) as Catalogue // our own files

const spanish: Catalogue = { ...readCatalogue('es'), ...actionWords }
const catalogues = new Map<Language, Catalogue>([
  ['es', spanish],
  ...languages
    .filter((language) => language !== 'es')
    .map((language) => [language, readCatalogue(language)] as const)
    .filter(([, words]) => wordGaps(spanish, words).length === 0),
])

/** Languages with a complete translation; always includes Spanish. */
export const offered: readonly Language[] = languages.filter((language) => catalogues.has(language))

/** The language if it is offered, else Spanish. */
export const offeredOr = (word: string | null | undefined): Language => offered.find((language) => language === word) ?? 'es'

/** Parsed `Accept-Language` headers. */
const accepted = new Map<string, Language>()
const maxAccepted = 500

/** The offered language that an `Accept-Language` header asks for first, else Spanish. */
export function acceptedOf(header = ''): Language {
  const known = accepted.get(header)
  if (known !== undefined) return known
  const language = firstAccepted(header, offered) ?? 'es'
  if (accepted.size >= maxAccepted) accepted.clear()
  if (header.length <= 200) accepted.set(header, language)
  return language
}

const languageStorage = new AsyncLocalStorage<Language>()

/** Runs work with a language for its messages: a call in its page's, an e-mail in its reader's. */
export const withLanguage = <T>(language: Language, work: () => T): T => languageStorage.run(language, work)

/** The language of the current work; Spanish by default. */
export const currentLanguage = (): Language => languageStorage.getStore() ?? 'es'

/** Runs work in the language that its recipient has chosen, else in Spanish; the language of the surrounding call is ignored. */
export const withRecipientLanguage = <T>(locale: string | null, work: () => T): T => withLanguage(offeredOr(locale), work)

/** Legal and accounting documents (files, invoices, contracts) are always in Spanish (decision 0023). */
const documentKeys =
  /^(?:download|(?:debits|invoices|reports|settlements)\.file|debits\.wording|activity\.column|consumer\.contract)(?:\.(?!letter\.)|$)/

/** The message of a key with its `{values}` filled in, in the current language. Throws for an unknown key, which is a programming error. */
export const text = (key: string, values: Values = {}): string => fillSentence(messageOf(key), values)

/** The paragraphs of a message in the current language, without values. Throws for an unknown key. */
export function paragraphsOf(key: string): string[] {
  const message = messageOf(key)
  return (typeof message === 'string' ? message : message.other).split('\n\n')
}

/** Messages in place of the built ones, by language. */
export type ReplacedWords = ReadonlyMap<Language, Readonly<Record<string, Message>>>
let replaced: ReplacedWords = new Map()

/** Replaces messages from now on, in this process: once, when a server starts. */
export const replaceWords = (words: ReplacedWords): void => void (replaced = words)

/** The built messages of a language. */
export const wordsOf = (language: Language): Readonly<Record<string, Message>> => catalogues.get(language) ?? spanish

function messageOf(key: string): Message {
  const language = documentKeys.test(key) ? 'es' : currentLanguage()
  const found = replaced.get(language)?.[key] ?? wordsOf(language)[key]
  if (found === undefined) throw new Error(`no message ${key}`)
  return found
}

/** The messages whose keys begin with a prefix, in the current language: for a script that is built with the Spanish ones only. */
export const messagesUnder = (beginning: string): Record<string, string> =>
  Object.fromEntries(
    Object.entries(catalogues.get(currentLanguage()) ?? spanish).flatMap(([key, message]) =>
      key.startsWith(beginning) && typeof message === 'string' ? [[key, message]] : [],
    ),
  )

export const hasText = (key: string): boolean => Object.hasOwn(spanish, key)
