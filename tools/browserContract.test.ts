import { join } from 'node:path'
import { expect, it } from 'vitest'
import { browserContract } from './browserContract.ts'

const contract = join(import.meta.dirname, '../contract')
const load = browserContract(contract).load as (id: string) => Promise<string | null> // the hook as written, without the builder's context

it('a module of calls becomes plain values: name, method, path and kinds of answer, and no schema or policy', async () => {
  const code = (await load(join(contract, 'access/session.ts'))) ?? ''
  expect(code).toMatch(/^export const sessionSignIn = \{"name":"sessionSignIn","method":"POST","path":"[^"]+"/m)
  expect(code).toContain('"answers":{"200":0}')
  expect(code).not.toMatch(/import|zod|"(?:policy|summary|refusals|body|query)"/)
})

it('a module without calls stays as it is', async () => {
  expect(await load(join(contract, 'platform/page.ts'))).toBeNull()
})
