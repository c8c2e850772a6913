import { createHash } from 'node:crypto'
import { basename } from 'node:path'
import { languages, type Language } from '#domain/platform/languages'
import { wordGaps } from '#domain/platform/wordGaps'
import { readMessages, type Messages } from './messageFolders.ts'
import { messagesUsed } from './messageUses.ts'

export type Reader = 'app' | 'customer' | 'card' | 'console'

/** A message file in every offered language: its content, and its hashed URL. */
export type WordFile = { text(language: Language): string; address(language: Language): string }

/**
 * Which page uses which messages: the customer's pages and the card field have their own, the application all others and the titles of
 * the customer's screens, which the till repeats. The provider's console has its own, and may use those of the application.
 */
function reads(reader: Reader, path: string): boolean {
  const name = basename(path)
  if (path.startsWith('provider/')) return reader === 'console'
  if (reader === 'console') return reads('app', path) && name !== 'consumerScreens.json'
  if (name === 'formats.json') return reader !== 'card'
  // Widget and help carry their own messages; those of the example shop, lock screens and the audit log are the server's.
  if (['widget.json', 'demoShop.json', 'push.json', 'actions.json', 'help.json'].includes(name)) return false
  if (name === 'consumerScreens.json' && reader === 'app') return true
  const owner = name === 'consumerScreens.json' ? 'customer' : name === 'cardField.json' ? 'card' : 'app'
  return owner === reader
}

/** The messages of each complete language; Spanish first. */
function offeredWords(folder: string): Map<Language, Map<string, Messages>> {
  const all = (files: Map<string, Messages>): Messages => Object.assign({}, ...files.values()) as Messages
  const read = languages.map((language) => [language, readMessages(folder, language)] as const)
  const spanish = all(readMessages(folder, 'es'))
  return new Map(read.filter(([, files]) => wordGaps(spanish, all(files)).length === 0))
}

/** All messages of a page, from the files of one language. */
function wordsOf(reader: Reader, files: Map<string, Messages>): Messages {
  const words: Messages = {}
  for (const [name, file] of files) {
    if (!reads(reader, name)) continue
    for (const [key, value] of Object.entries(file)) {
      if (reader === 'app' && basename(name) === 'consumerScreens.json' && !key.endsWith('.title')) continue
      if (key in words) throw new Error(`The message "${key}" of ${name} is also in another file`)
      words[key] = value
    }
  }
  return words
}

/** Creates message files from a folder of messages. `sources`: the code that uses them; without it, all messages of the page. */
export function pageMessages(folder: string): {
  offered: readonly Language[]
  fileOf(reader: Reader, sources?: readonly string[]): WordFile
} {
  const offered = offeredWords(folder)
  const fileOf = (reader: Reader, sources?: readonly string[]): WordFile => {
    const texts = new Map<Language, string>()
    for (const [language, files] of offered) {
      const words = wordsOf(reader, files)
      texts.set(language, JSON.stringify(sources ? messagesUsed(sources, words) : words))
    }
    const text = (language: Language) => texts.get(language) ?? ''
    const hash = (language: Language) => createHash('sha256').update(text(language)).digest('base64url').slice(0, 10)
    return { text, address: (language) => `locales/${language}.${hash(language)}.json` }
  }
  return { offered: [...offered.keys()], fileOf }
}
