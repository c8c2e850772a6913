import { expect, it } from 'vitest'
import { errorFacts } from './errorFacts.ts'

/** User input, wherever an error may contain it. */
const typed = 'Ana García'
const postgres = (code: string, message: string) =>
  Object.assign(new Error(message), {
    name: 'error',
    code,
    severity: 'ERROR',
    detail: `Key (name)=(${typed}) already exists.`,
    hint: typed,
    where: `unnamed portal parameter $1 = '${typed}'`,
    schema: 'public',
    table: 'customers',
    constraint: 'customers_name_key',
  })

it('has the code and names of a PostgreSQL error, without the values of its row', () => {
  const facts = errorFacts(postgres('23505', `duplicate key value (${typed})`))
  expect(facts).toMatchObject({ name: 'error', code: '23505', table: 'customers', constraint: 'customers_name_key' })
  expect(facts.message).toBeUndefined()
  expect(facts.stack?.[0]).toContain('server/platform/log/errorFacts.test.ts')
  expect(JSON.stringify(facts)).not.toContain(typed)
})

it.each([
  ['08006', 'could not connect to server'],
  ['42P01', 'relation "customers" does not exist'],
  ['53300', 'sorry, too many clients already'],
  ['57014', 'canceling statement due to statement timeout'],
  ['XX001', 'could not read block 3'],
])('has the message of PostgreSQL class %s, which is only about the server', (code, message) => {
  expect(errorFacts(postgres(code, message)).message).toBe(message)
})

it('has the message of our own errors, and not of libraries’', () => {
  expect(errorFacts(new Error('checkout 17 has no link')).message).toBe('checkout 17 has no link')
  const parsed = (() => {
    try {
      return JSON.parse(`{"name": ${typed}}`) as unknown
    } catch (error) {
      return error
    }
  })()
  const facts = errorFacts(parsed)
  expect(facts.name).toBe('SyntaxError')
  expect(JSON.stringify(facts)).not.toContain('Ana')
  const foreign = new Error(`no recipient ${typed}`)
  foreign.stack = `Error: ${foreign.message}\n    at send (file:///x/node_modules/mailer/index.js:1:1)`
  expect(JSON.stringify(errorFacts(foreign))).not.toContain('Ana')
})

it('does not take a line of the message for a stack frame', () => {
  const error = new RangeError(`first\n    at ${typed} (file:///x.ts:1:1)`)
  error.stack = `RangeError: ${error.message}\n    at parse (file:///x/node_modules/y/z.js:1:1)`
  expect(errorFacts(error).stack).toEqual(['parse (file:///x/node_modules/y/z.js:1:1)'])
})

it('has the causes of an error, up to three, and handles thrown values that are not errors', () => {
  const refused = Object.assign(new Error(`connect 10.0.0.1 ${typed}`), { code: 'ECONNREFUSED', syscall: 'connect' })
  const facts = errorFacts(new Error('bank file 3 could not be sent', { cause: new AggregateError([refused], typed) }))
  expect(facts.causes?.[0]?.causes?.[0]).toMatchObject({ code: 'ECONNREFUSED', syscall: 'connect' })
  const round = new Error('round')
  round.cause = round
  expect(JSON.stringify(errorFacts(round)).match(/"round"/g)).toHaveLength(4)
  expect(errorFacts(typed)).toEqual({ name: 'not an error: string' })
  expect(errorFacts(null)).toEqual({ name: 'not an error: null' })
})
