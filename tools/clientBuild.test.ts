import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { clientSource, withTable } from './clientSource.ts'

const folder = join(import.meta.dirname, '../client')
const read = (name: string) => readFileSync(join(folder, name), 'utf8')

it('the generated client matches the contract (else run `npm run client`)', async () => {
  const source = await clientSource()
  expect(readdirSync(join(folder, 'src/generated')).toSorted()).toEqual(Object.keys(source).toSorted())
  for (const [name, text] of Object.entries(source)) expect(read(`src/generated/${name}`), name).toBe(text)
  expect(read('README.md')).toBe(withTable(read('README.md')))
})

it('the client sends the version of its package', () => {
  const { version } = JSON.parse(read('package.json')) as { version: string }
  expect(read('src/send.ts')).toContain(`'shops-client/${version}'`)
})
