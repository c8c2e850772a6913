import { join } from 'node:path'
import { expect, it } from 'vitest'
import { iconShapes } from './iconShapes.ts'

it('an icon becomes its shapes alone, without name, aliases and keys', async () => {
  const load = iconShapes('/makeIcon.tsx').load as (id: string) => Promise<string | null> // the hook as written, without the builder's context
  const code = await load(join(import.meta.dirname, '../node_modules/lucide-react/dist/esm/icons/x.mjs'))
  expect(code).toBe(
    'import { makeIcon } from "/makeIcon.tsx"\nexport default /* @__PURE__ */ makeIcon([["path",{"d":"M18 6 6 18"}],["path",{"d":"m6 6 12 12"}]])',
  )
})
