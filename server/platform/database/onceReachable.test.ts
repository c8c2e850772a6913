import { expect, it } from 'vitest'
import { ConfigProblem, DatabaseUnreachable } from './configProblem.ts'
import { onceReachable } from './onceReachable.ts'

/** Fails with these errors, one after the other, then answers. */
function question(...errors: readonly Error[]) {
  const left = [...errors]
  return async () => {
    const error = left.shift()
    if (error) throw error
    return 'yes'
  }
}
const starting = new DatabaseUnreachable('it is starting')
const lost = Object.assign(new Error('it stopped'), { code: '57P01' })
const hourMs = 3_600_000

it('a database that cannot be reached yet, or is lost meanwhile, is asked again; each reason is said once', async () => {
  const lines: string[] = []
  expect(await onceReachable(question(starting, starting, lost), hourMs, (line) => void lines.push(line))).toBe('yes')
  expect(lines).toEqual([
    'Waiting for the database, 3600 s at most. it is starting',
    'Waiting for the database, 3600 s at most. it stopped',
  ])
})

it.each([
  ['a wrong password', new ConfigProblem('the password is wrong')],
  ['a file that is not there', Object.assign(new Error('no such file'), { code: 'ENOENT', syscall: 'open' })],
  ['a defect', new TypeError('undefined is not a function')],
])('%s is not waited for', async (_, error) => {
  await expect(onceReachable(question(error), hourMs, () => {})).rejects.toBe(error)
})

it('the wait ends with the last reason', async () => {
  await expect(onceReachable(question(starting, starting), 0, () => {})).rejects.toBe(starting)
})
