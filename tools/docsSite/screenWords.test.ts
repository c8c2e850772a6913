import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const root = join(import.meta.dirname, '../..')
const read = (folder: string, end: string) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(end))
    .map((name) => [name, readFileSync(join(root, folder, name), 'utf8')] as const)

it('the integrators’ pages name screens and buttons as the panel does', () => {
  const shown = new Set(read('messages/es', '.json').flatMap(([, text]) => Object.values(JSON.parse(text) as Record<string, string>)))
  const named = read('docs/integrate', '.md').flatMap(([name, text]) =>
    [...text.matchAll(/\*\*([^*]*›[^*]*)\*\*|(?<!\*)\*([^*\s][^*\n]*)\*(?!\*)/g)].flatMap(([, path, button]) =>
      (path?.split(' › ') ?? [button ?? '']).map((words) => ({ name, words })),
    ),
  )
  expect(named.length).toBeGreaterThan(20)
  expect(named.filter(({ words }) => !shown.has(words))).toEqual([])
})
