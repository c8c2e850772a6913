import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Language } from '#domain/platform/languages'
import type { Message } from '#domain/platform/sentence'
import { wordGaps } from '#domain/platform/wordGaps'
import { offered, type ReplacedWords, wordsOf } from '../calls/messages.ts'

/** The messages of e-mails: subjects, paragraphs and labels of buttons. */
const ofEmails = /^(?:mail\.(?!outbox\.)|(?:team|staff|checkout\.message)\.mail\.|(?:settlements|reports)\.file\.letter\.)/

const paragraphs = (message: Message): string[] => (typeof message === 'string' ? message : message.other).split('\n\n')
/** The places that are a paragraph by themselves, for which an e-mail has a button, a code or a table. */
const alone = (message: Message): string[] => paragraphs(message).flatMap((paragraph) => /^\{\w+\}$/.exec(paragraph) ?? [])

/** What is wrong with the words of a language; undefined when nothing is. */
function problemOf(language: Language, words: Readonly<Record<string, unknown>>): string | undefined {
  const built = wordsOf(language)
  for (const [key, override] of Object.entries(words)) {
    const builtIn = built[key]
    if (!ofEmails.test(key) || builtIn === undefined) return `"${key}" is no message of an e-mail`
    const isMessage = typeof override === 'string' || isPlural(override)
    if (!isMessage) return `"${key}" is neither a text nor {"one", "other"}`
    const [gap] = wordGaps({ [key]: builtIn }, { [key]: override })
    if (gap !== undefined) return gap.replace(/\.$/, '')
    const lost = alone(builtIn).find((place) => !alone(override).includes(place))
    if (lost !== undefined) return `"${key}" needs ${lost} as a paragraph by itself`
  }
  return undefined
}

const isPlural = (message: unknown): message is { one: string; other: string } =>
  typeof message === 'object' &&
  message !== null &&
  Object.keys(message).toSorted().join() === 'one,other' &&
  Object.values(message).every((form) => typeof form === 'string')

function parsed(path: string): Record<string, unknown> {
  let content: unknown
  try {
    content = JSON.parse(readFileSync(path, 'utf8'))
  } catch (error) {
    throw new Error(`${path} ${error instanceof SyntaxError ? 'is not JSON' : 'cannot be read'}`, { cause: error })
  }
  if (typeof content !== 'object' || content === null || Array.isArray(content)) throw new Error(`${path} is not an object of messages`)
  return content as Record<string, unknown> // an object, checked above
}

/**
 * The words of e-mails that stand in place of the built ones: in a folder, one JSON file named after each language, with the keys of `messages/`. Keys that a file does not name keep
 * the built words. Throws an Error that says in one line which file or key is wrong.
 */
export function readMailWords(folder: string): ReplacedWords {
  let names: string[]
  try {
    names = readdirSync(folder).filter((name) => name.endsWith('.json'))
  } catch (error) {
    throw new Error(`${folder} cannot be read`, { cause: error })
  }
  if (names.length === 0) throw new Error(`${folder} has no file such as es.json`)
  return new Map(
    names.map((name) => {
      const path = join(folder, name)
      const language = offered.find((one) => `${one}.json` === name)
      if (!language) throw new Error(`${path} is for none of the languages ${offered.join(', ')}`)
      const words = parsed(path)
      const problem = problemOf(language, words)
      if (problem !== undefined) throw new Error(`${path}: ${problem}`)
      return [language, words as Record<string, Message>] // checked above
    }),
  )
}
