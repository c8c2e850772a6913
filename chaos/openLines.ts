import { readFileSync } from 'node:fs'

/** The state of an open connection (Linux, `TCP_ESTABLISHED`). */
const established = '01'

/** How many connections of this machine to the port are open on the client's side. */
export function openLines(port: number): number {
  const hexPort = port.toString(16).toUpperCase().padStart(4, '0')
  const rows = readFileSync('/proc/net/tcp', 'utf8').trim().split('\n').slice(1)
  return rows.filter((row) => {
    const [, , far = '', state = ''] = row.trim().split(/\s+/)
    return far.endsWith(`:${hexPort}`) && state === established
  }).length
}
