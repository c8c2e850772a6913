import type { Database } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'

/** What a customer answers on the page of a simulated partner. `later`: the partner says it when it is asked next. */
export const simulatedAnswers = ['passed', 'failed', 'refused', 'needs_review', 'later'] as const
export type SimulatedAnswer = (typeof simulatedAnswers)[number]

/** An identity check or a bank's consent at a simulated partner. `subject`: how an identity is checked, or the code of the bank. */
export type SimulatedCheck = {
  id: string
  kind: 'identity' | 'bank'
  state: 'waiting' | 'expired' | SimulatedAnswer
  subject: string
  returnUrl: string
}

/** The simulated partners' own records, beside those of the product. */
export type SimulatedChecks = {
  read(id: string): Promise<SimulatedCheck | undefined>
  /** Stores a check unless there is one with its id; returns the stored one. */
  keep(check: SimulatedCheck): Promise<SimulatedCheck>
  /** Answers a check that waits, or one that is answered later; others stay as they are. */
  answer(id: string, state: SimulatedCheck['state']): Promise<void>
}

const open: ReadonlySet<string> = new Set(['waiting', 'later'])

/** Records that last as long as the process. */
export function checksInMemory(): SimulatedChecks {
  const checks = new Map<string, SimulatedCheck>()
  return {
    read: async (id) => checks.get(id),
    async keep(check) {
      const known = checks.get(check.id)
      if (!known) checks.set(check.id, check)
      return known ?? check
    },
    async answer(id, state) {
      const known = checks.get(id)
      if (known && open.has(known.state)) checks.set(id, { ...known, state })
    },
  }
}

const columns = sql`s.id, s.kind, s.state, s.subject, s.return_url as "returnUrl"`

/** Records in the database: those of one process are known to the others, and after a restart. */
export const checksInDatabase = (database: Database): SimulatedChecks => ({
  read: (id) => database.read(null, (db) => db.first<SimulatedCheck>(sql`select ${columns} from simulated_checks s where s.id = ${id}`)),
  keep: (check) =>
    database.write(null, async (db) => {
      await db.run(sql`insert into simulated_checks (id, kind, state, subject, return_url)
        values (${check.id}, ${check.kind}, ${check.state}, ${check.subject}, ${check.returnUrl}) on conflict (id) do nothing`)
      return (await db.first<SimulatedCheck>(sql`select ${columns} from simulated_checks s where s.id = ${check.id}`)) ?? check
    }),
  answer: async (id, state) => {
    await database.write(null, (db) =>
      db.run(sql`update simulated_checks s set state = ${state} where s.id = ${id} and s.state in ('waiting', 'later')`),
    )
  },
})
