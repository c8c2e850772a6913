import type { Database } from '../../platform/database/database.ts'

/**
 * A database whose process dies at a step, a statement or a commit, or at `kill()`. Nothing works any more afterwards. `ended`: whether it has died, once its
 * transactions are rolled back, as PostgreSQL does when the connection of a killed process ends. Steps of concurrent statements are counted in the order in
 * which they begin, which changes from run to run: what must have happened before the death is said by `kill()`.
 */
export function dyingAt(step: number, database: Database): { database: Database; kill: () => void; ended: () => Promise<boolean> } {
  let taken = 0
  let killed = false
  const open = new Set<Promise<unknown>>()
  const next = () => {
    taken += 1
    killed ||= taken >= step
    if (killed) throw new Error('killed')
  }
  const watched = <T>(work: Promise<T>): Promise<T> => {
    const one = work.catch(() => {}).finally(() => open.delete(one))
    open.add(one)
    return work
  }
  return {
    database: {
      ...database,
      read: (scope, work) => watched(database.read(scope, (db) => (next(), work(db)))),
      write: async (scope, work) => {
        const result = await watched(
          database.write(scope, async (db) => {
            next()
            const done = await work(db)
            next()
            return done
          }),
        )
        next()
        return result
      },
    },
    kill: () => void (killed = true),
    async ended() {
      while (open.size > 0) await Promise.all(open)
      return killed
    },
  }
}
