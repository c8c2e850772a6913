import { dirname, join } from 'node:path'
import type { Plugin } from 'vite'

type Node = { type?: string; start?: number; end?: number; source?: { value?: unknown } }
type Import = { start: number; end: number; of: string }

/** Every `import(…)` of a parsed module. */
function lazyImports(node: unknown): Import[] {
  if (typeof node !== 'object' || node === null) return []
  const { type, start = 0, end = 0, source } = node as Node // plain data
  const inside = Object.values(node).flatMap(lazyImports)
  return type === 'ImportExpression' ? [...inside, { start, end, of: String(source?.value) }] : inside
}

/**
 * Whatever the application and the provider's console load lazily comes with its messages (`messageFiles.ts`): each `import(…)` of ours waits for
 * both. `first`: the screen whose messages the page already has.
 */
export function lazyMessages(web: string, first: string): Plugin {
  return {
    name: 'trastienda:lazy-messages',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client' || name === 'provider',
    transform(code, id) {
      if (!id.startsWith(web) || !/\bimport\(/.test(code)) return
      const later = lazyImports(this.parse(code)).filter(({ of }) => join(dirname(id), of) !== first)
      if (later.length === 0) return
      const wrapped = later
        .toSorted((a, b) => b.start - a.start)
        .reduce((text, { start, end }) => `${text.slice(0, start)}withMessages(${text.slice(start, end)})${text.slice(end)}`, code)
      return { code: `import { withMessages } from ${JSON.stringify(join(web, 'platform/i18n/messages.ts'))}\n${wrapped}`, map: null }
    },
  }
}
