import { isolated } from './direction.ts'

type SentenceValues = Readonly<Record<string, string | number>>
/** One text, or a singular and a plural form selected by `count`. */
export type Message = string | { one: string; other: string }

/** `{name:singular|plural}`: the forms may contain placeholders. */
const choice = /\{(\w+):((?:[^{}|]|\{\w+\})*)\|((?:[^{}|]|\{\w+\})*)\}/g
const place = /\{(\w+)\}/g

/** Whether a number takes the singular: in all five languages (Unicode CLDR, Portuguese of Portugal) only one does. */
const isOne = (value: string | number | undefined): boolean => value === 1 || value === '1'

/** Fills in a message's values, selects plural forms, and isolates right-to-left texts. A placeholder without a value stays visible. */
export function fillSentence(message: Message, values: SentenceValues, write: (value: number) => string = String): string {
  const text = typeof message === 'string' ? message : isOne(values['count']) ? message.one : message.other
  if (!text.includes('{')) return text
  return text
    .replace(choice, (_whole, name: string, one: string, other: string) => (isOne(values[name]) ? one : other))
    .replace(place, (whole, name: string) => {
      const value = values[name]
      return typeof value === 'number' ? write(value) : value === undefined ? whole : isolated(value)
    })
}

/** All forms of a message with its placeholders, plurals first. */
export const formsOf = (message: Message): string[] => [
  ...new Set(
    (typeof message === 'string' ? [message] : [message.other, message.one]).flatMap((text) => [
      text.replace(choice, '$3'),
      text.replace(choice, '$2'),
    ]),
  ),
]
