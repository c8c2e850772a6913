import { isolated } from './direction.ts'

type SentenceValues = Readonly<Record<string, string | number>>
/** One text, or the two forms that `count` chooses between. */
export type Message = string | { one: string; other: string }

/** `{name:singular|plural}`: the forms may hold places themselves. */
const choice = /\{(\w+):((?:[^{}|]|\{\w+\})*)\|((?:[^{}|]|\{\w+\})*)\}/g
const place = /\{(\w+)\}/g

/** Whether a number takes the singular: in all five languages (Unicode CLDR, Portuguese of Portugal) only one does. */
const isOne = (value: string | number | undefined): boolean => value === 1 || value === '1'

/** A message with its values put in, each counted word in the form of its number, and texts that run from right to left apart from their surroundings. A place without a value stays in sight. */
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

/** Every form that a message may take, with its places: plurals first. */
export const formsOf = (message: Message): string[] => [
  ...new Set(
    (typeof message === 'string' ? [message] : [message.other, message.one]).flatMap((text) => [
      text.replace(choice, '$3'),
      text.replace(choice, '$2'),
    ]),
  ),
]
