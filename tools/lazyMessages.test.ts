import { parseAst } from 'vite'
import { expect, it } from 'vitest'
import { lazyMessages } from './lazyMessages.ts'
import { messagesUsed } from './messageUses.ts'

type Transform = (this: { parse: typeof parseAst }, code: string, id: string) => { code: string } | undefined
const transform = lazyMessages('/p/web', '/p/web/operations/OperationsPage.tsx').transform as Transform
const built = (code: string) => transform.call({ parse: parseAst }, code, '/p/web/routes.tsx')?.code

it('finds the messages that a piece of code uses: whole keys, tables of keys, and key prefixes', () => {
  const words = { 'a.one': '1', 'a.two': '2', 'a.kind.x': 'x', 'a.kind.y': 'y', 'a.kinds': 'all', 'a.never': '-' }
  const code = ["t('a.one', { count })", "const names = { two: 'a.two' }", 't(`a.kind.${kind}`)']
  expect(Object.keys(messagesUsed(code, words))).toEqual(['a.one', 'a.two', 'a.kind.x', 'a.kind.y'])
})

it('every lazy part waits for its messages, except on the first screen', () => {
  const code =
    "const a = () => import('./a.tsx').then(() => import('./b.ts'))\nconst list = () => import('./operations/OperationsPage.tsx')"
  const wrapped = built(code)
  expect(wrapped).toContain("withMessages(import('./a.tsx')).then(() => withMessages(import('./b.ts')))")
  expect(wrapped).toContain("() => import('./operations/OperationsPage.tsx')")
  expect(wrapped).toContain('import { withMessages } from "/p/web/platform/i18n/messages.ts"')
})

it('code without lazy parts, and code of packages, is unchanged', () => {
  expect(built("import { a } from './a.ts'\na('import(')")).toBeUndefined()
  expect(transform.call({ parse: parseAst }, "import('x')", '/p/node_modules/x.js')).toBeUndefined()
})
