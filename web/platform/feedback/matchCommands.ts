import { plainText } from '../i18n/plainText.ts'

/** A command as the palette finds it: by its label, or by other words that people call it. */
type Findable = { label: string; words?: readonly string[] }

/** How well a command answers the text typed, 0 best; null when it does not. */
function rankOf({ label, words = [] }: Findable, typed: string, parts: readonly string[]): number | null {
  const name = plainText(label)
  const others = words.map(plainText)
  const has = (text: string, part: string) => text.includes(part)
  const begins = (text: string, part: string) => ` ${text}`.includes(` ${part}`)
  if (name === typed) return 0
  if (others.includes(typed)) return 1
  if (name.startsWith(typed)) return 2
  if (parts.every((part) => begins(name, part))) return 3
  if (others.some((other) => other.startsWith(typed))) return 4
  if (parts.every((part) => has(name, part))) return 5
  return parts.every((part) => begins(name, part) || others.some((other) => begins(other, part))) ? 6 : null
}

/** The commands that contain every word typed in their label or among their other words, in any case and without accents: the best first. */
export function matchCommands<C extends Findable>(commands: readonly C[], text: string): C[] {
  const typed = plainText(text).trim().replaceAll(/\s+/g, ' ')
  if (typed === '') return [...commands]
  const parts = typed.split(' ')
  return commands
    .flatMap((command) => {
      const rank = rankOf(command, typed, parts)
      return rank === null ? [] : [{ command, rank }]
    })
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ command }) => command)
}
