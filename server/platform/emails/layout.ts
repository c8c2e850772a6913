import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The files around what an e-mail says, with named places: `{{content}}`. */
export type MailLayout = { html: string; text: string }

/** The places that each file must have, and those that it may have. */
const slots = {
  'layout.html': {
    needed: ['language', 'title', 'preheader', 'styles', 'sender', 'content', 'footer'],
    allowed: ['canvas', 'sheet', 'ink', 'quiet', 'line', 'accent', 'onAccent'],
  },
  'layout.txt': { needed: ['content', 'footer'], allowed: ['sender', 'title'] },
} as const
type FileName = keyof typeof slots

const slot = /\{\{\s*([\w.-]*)\s*\}\}/g

/** The layout of a folder, each of whose files replaces ours. Throws with one line that names the file and the place that it lacks or that does not exist. */
export function readLayout(folder: string | null): MailLayout {
  return { html: readFile(folder, 'layout.html'), text: readFile(folder, 'layout.txt') }
}

function readFile(folder: string | null, name: FileName): string {
  const own = folder === null ? undefined : read(join(folder, name))
  if (own === undefined) {
    // A folder without layout.html is a mistake in its address.
    if (folder !== null && name === 'layout.html') throw new Error(`${join(folder, name)} cannot be read`)
    return readFileSync(join(import.meta.dirname, name), 'utf8')
  }
  const { needed, allowed } = slots[name]
  const usedSlots = new Set([...own.matchAll(slot)].map((match) => match[1] ?? ''))
  const missing = needed.find((one) => !usedSlots.has(one))
  if (missing !== undefined) throw new Error(`${join(folder ?? '', name)} has no place for {{${missing}}}`)
  const known: readonly string[] = [...needed, ...allowed]
  const unknown = [...usedSlots].find((one) => !known.includes(one))
  if (unknown !== undefined) throw new Error(`${join(folder ?? '', name)} has a place {{${unknown}}} for which there is nothing`)
  return own
}

function read(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw new Error(`${path} cannot be read`, { cause: error })
  }
}

/** Fills a layout's places; what is filled in is not searched for places. */
export const fillLayout = (layout: string, values: Readonly<Record<string, string>>): string =>
  layout.replace(slot, (_whole, name: string) => values[name] ?? '')
