import { readFileSync } from 'node:fs'

/** The state of a connection that neither side has ended (Linux, `TCP_ESTABLISHED`). */
const established = '01'

/** How many connections of this machine lead to the port and have not been ended by whoever opened them. */
export function openLines(port: number): number {
  const wanted = port.toString(16).toUpperCase().padStart(4, '0')
  const rows = readFileSync('/proc/net/tcp', 'utf8').trim().split('\n').slice(1)
  return rows.filter((row) => {
    const [, , far = '', state = ''] = row.trim().split(/\s+/)
    return far.endsWith(`:${wanted}`) && state === established
  }).length
}
