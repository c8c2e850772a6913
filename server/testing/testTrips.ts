import pg from 'pg'

type Ask = (this: pg.Client, sent: pg.QueryConfig | string, ...more: unknown[]) => Promise<unknown>

/**
 * The database round trips of this process during some work: the first words of each statement. Statements sent before waiting for a response
 * are one round trip.
 */
export async function tripsOf(work: () => Promise<unknown>): Promise<string[][]> {
  const client = pg.Client.prototype as unknown as { query: Ask } // of its overloads, the one that our database module uses
  const query = client.query
  const trips: string[][] = []
  const waiting = new Map<pg.Client, number>()
  client.query = function (sent, ...more) {
    // The job library uses other overloads.
    if (more.length > 0 || typeof sent === 'string') return query.call(this, sent, ...more)
    const words = (sent.text ?? '').trim().split(/\s+/).slice(0, 3).join(' ')
    const before = waiting.get(this) ?? 0
    if (before === 0) trips.push([words])
    else trips.at(-1)?.push(words)
    waiting.set(this, before + 1)
    const answer = query.call(this, sent)
    const over = () => void waiting.set(this, (waiting.get(this) ?? 1) - 1)
    answer.then(over, over)
    return answer
  }
  try {
    await work()
  } finally {
    client.query = query
  }
  return trips
}
