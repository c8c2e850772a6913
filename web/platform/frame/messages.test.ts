import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { roles } from '#domain/access/roles'
import { routeTable } from '../routes/routeTable.ts'
import { sections } from '../navigation/menuOf.ts'

const words = JSON.parse(readFileSync(new URL('../../../messages/es/platform/shell.json', import.meta.url), 'utf8')) as Record<
  string,
  unknown
>

it.each([...new Set(routeTable.map(({ title }) => title)), ...sections])('the route title %s has a message', (title) => {
  expect(words[`shell.route.${title}`]).toBeTypeOf('string')
})

it.each(roles)('the role %s has a message', (role) => {
  expect(words[`shell.role.${role}`]).toBeTypeOf('string')
})
