import { plainText } from '../i18n/plainText.ts'

/** Something that the help’s search finds: a word with its meaning, or a question with its steps. */
type HelpEntry = { title: string; text: string }

/** The entries that contain every word typed, in any case and without accents: those whose title begins with it first, then titles, then texts. */
export function findHelp<E extends HelpEntry>(entries: readonly E[], typed: string): E[] {
  const term = plainText(typed).trim()
  const words = term.split(/\s+/).filter(Boolean)
  if (words.length === 0) return []
  const rankOf = ({ title, text }: HelpEntry): number => {
    const [head, body] = [plainText(title), plainText(text)]
    if (head.startsWith(term)) return 0
    if (words.every((word) => head.includes(word))) return 1
    return words.every((word) => head.includes(word) || body.includes(word)) ? 2 : 3
  }
  const ranked = entries.map((entry) => ({ entry, rank: rankOf(entry) })).filter(({ rank }) => rank < 3)
  return ranked.toSorted((a, b) => a.rank - b.rank).map(({ entry }) => entry)
}
