import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { plantedDefects } from './plantedDefects.ts'

const root = join(import.meta.dirname, '..')

it('gives each planted defect a name of its own', () => {
  const names = plantedDefects.map(({ name }) => name)
  expect(names.filter((name, nth) => names.indexOf(name) !== nth)).toEqual([])
})

it.each(plantedDefects)('$name can be planted in the current code', ({ file, find, replace, caughtBy }) => {
  expect(readFileSync(join(root, file), 'utf8').split(find)).toHaveLength(2)
  expect(replace).not.toBe(find)
  expect(caughtBy.filter((test) => !existsSync(join(root, test)))).toEqual([])
})
