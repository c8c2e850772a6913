import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The named blocks of docs/backups.md: three backquotes, a language and a name. A name that several have: the first one. */
export function blocksOf(markdown: string): Record<string, string> {
  const blocks = [...markdown.matchAll(/^```\w+ ([\w.]+)\n([\s\S]*?)^```$/gm)].map(([, name = '', text = '']) => [name, text] as const)
  return Object.fromEntries(blocks.toReversed())
}

export const backupsPage = (): Record<string, string> => blocksOf(readFileSync(join(import.meta.dirname, '../docs/backups.md'), 'utf8'))

/** A block of a page with other folders, addresses and ports; throws if one of them is not in it. */
export function withPlaces(block: string | undefined, places: Readonly<Record<string, string>>): string {
  if (block === undefined) throw new Error('docs/backups.md has lost a block')
  return Object.entries(places).reduce((text, [from, to]) => {
    if (!text.includes(from)) throw new Error(`docs/backups.md no longer has ${from}`)
    return text.replaceAll(from, to)
  }, block)
}
