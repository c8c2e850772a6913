import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fillSentence, formsOf, type Message } from '#domain/platform/sentence'

function readWords(language: string): Map<string, Message> {
  const folder = join(import.meta.dirname, '..', 'messages', language)
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.json'))
  return new Map(
    files.flatMap((file) => Object.entries(JSON.parse(readFileSync(join(folder, file), 'utf8')) as Record<string, Message>)), // our own message files
  )
}

const messages = readWords('es')

type Values = Record<string, string | number>

const grouped = (value: number) => String(value).replace(/\B(?=(\d{3})+$)/g, '.')

/** The Spanish text of a key as the product shows it: journeys use the texts that people read. Throws for a key without text. */
export function t(key: string, values: Values = {}): string {
  return say(messages, key, values)
}

/** As `t`, in another language. */
export function inLanguage(language: string): typeof t {
  const words = readWords(language)
  return (key, values = {}) => say(words, key, values)
}

function say(words: ReadonlyMap<string, Message>, key: string, values: Values): string {
  const message = words.get(key)
  if (message === undefined) throw new Error(`no message ${key}`)
  // The shops of the demo are taxed in the peninsula.
  const tax = words.get('formats.tax.iva')
  return fillSentence(message, typeof tax === 'string' ? { tax, ...values } : values, grouped)
}

/** The text of a key as a pattern in which every placeholder matches anything. */
export function like(key: string, count?: number): RegExp {
  const message = messages.get(key)
  if (message === undefined) throw new Error(`no message ${key}`)
  const texts = formsOf(typeof message === 'string' || count !== 1 ? message : message.one)
  const patterns = texts.map((text) =>
    text
      .split(/\{\w+\}/)
      .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/ /g, '\\s'))
      .join('.+'),
  )
  return new RegExp(`^(?:${patterns.join('|')})$`)
}

const letterCount = (text: string) => text.replace(/\{\w+\}/g, '').replace(/[^\p{L}]/gu, '').length
/** Normalises all kinds of whitespace. */
const spaced = (text: string) => text.replace(/\s/g, ' ')
const plain = new Set<string>()
/** Texts split at their placeholders. */
const withValues: string[][] = []
for (const message of messages.values()) {
  for (const text of formsOf(message))
    if (!text.includes('{')) plain.add(text.trim())
    else if (letterCount(text) > 2) withValues.push(spaced(text).split(/\{\w+\}/))
}

/** Whether the text consists of the parts, in order, with something in every gap: patterns would cost a second per screen. */
function fits(parts: readonly string[], text: string): boolean {
  const [first = '', last = ''] = [parts[0], parts.at(-1)]
  if (!text.startsWith(first) || !text.endsWith(last)) return false
  let end = first.length
  for (const part of parts.slice(1, -1)) {
    const start = text.indexOf(part, end + 1)
    if (start < 0) return false
    end = start + part.length
  }
  return end < text.length - last.length
}

/** Whether the product contains this text: a message of the catalogue, whatever its placeholders contain. */
export function isSpokenText(text: string): boolean {
  const normalized = spaced(text.trim())
  return plain.has(text.trim()) || withValues.some((parts) => fits(parts, normalized))
}
